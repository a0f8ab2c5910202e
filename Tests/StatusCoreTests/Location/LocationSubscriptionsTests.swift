import Testing

@testable import StatusCore

@Suite struct LocationSubscriptionsTests {
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `however many end, the others are notified in the order in which they began`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    var (machine, list) = (LocationMachine(), [SubscriptionID]())
    for step in 0..<1_000 {
      let now = Moment(uptime: .seconds(step), time: Timestamp(millisecondsSince1970: Int64(step) * 1_000))
      // At first most begin, then most end.
      if list.isEmpty || chance.nextUnit() * 1_000 > Double(step) {
        let (id, _) = machine.subscribe(LocationFilter())
        machine.responded(to: id, at: now)
        list.append(id)
      } else {
        let id = list.remove(at: Int(chance.nextUnit() * Double(list.count)))
        #expect(machine.unsubscribe([id]) != nil && !machine.contains(id))
      }
      let position = Position(Coordinate(latitude: Double(step) / 100, longitude: 0))
      #expect(machine.found(position, at: now) == list)
    }
  }
}
