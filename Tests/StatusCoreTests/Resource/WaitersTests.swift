import Testing

@testable import StatusCore

/// The waiters of a flight, next to a simple list that is searched.
@Suite struct WaitersTests {
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `whoever comes and leaves, the order and the earliest date are right`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    func draw(_ count: Int) -> Int { Int(chance.nextUnit() * Double(count)) }
    var (waiters, list) = (Waiters(), [(id: WaiterID, date: Duration, isOwn: Bool)]())
    for step in 0..<2_000 {
      let id = WaiterID(draw(400))
      // At first most come, then most leave.
      if draw(2_000) > step {
        let (date, isOwn) = (Duration.seconds(draw(50)), draw(2) == 0)
        let operation = Operation("refresh", timeout: isOwn ? .seconds(1) : nil)
        waiters.add(id, FetchRequest(operation), until: date)
        if !list.contains(where: { $0.id == id }) { list.append((id, date, isOwn)) }
      } else {
        waiters.remove(id)
        list.removeAll { $0.id == id }
      }
      let first = list.min { $0.date == $1.date ? $0.isOwn && !$1.isOwn : $0.date < $1.date }
      #expect(waiters.first?.id == first?.id)
      #expect(waiters.count == list.count)
      if step % 20 == 0 { #expect(waiters.ids == list.map(\.id)) }
    }
  }
}
