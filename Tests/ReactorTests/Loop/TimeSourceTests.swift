import Glibc
import Reactor
import TestSupport
import Testing

@Suite struct TimeSourceTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `manual time starts at the year 2000 and stands still`() {
    let time = ManualTime()
    #expect(time.millisecondsSince1970 == 946_684_800_000)
    #expect(time.now == time.now)
  }

  @LoopActor @Test func `the time of day moves with the time that is advanced`() {
    let queue = TimerQueue(source: ManualTime(millisecondsSince1970: 5_000))
    queue.advance(by: .milliseconds(1_250))
    #expect(queue.source.millisecondsSince1970 == 6_250)
    #expect(queue.now - Instant(sinceOrigin: .zero) == .milliseconds(1_250))
  }

  @LoopActor @Test func `the system's time does not go back`() {
    let time = SystemTime()
    let instants = (0..<1_000).map { _ in time.now }
    #expect(instants == instants.sorted())
  }

  @LoopActor @Test func `the time of day is the system's`() {
    let seconds = Int64(time(nil))
    #expect((seconds...seconds + 1).contains(SystemTime().millisecondsSince1970 / 1_000))
  }

  @LoopActor @Test func `instants are compared and counted by their distance`() {
    let start = Instant(sinceOrigin: .seconds(2))
    #expect(start + .seconds(3) > start)
    #expect((start + .seconds(3)) - start == .seconds(3))
  }
}
