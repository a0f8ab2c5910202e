import Reactor
import TestSupport
import Testing

@Suite struct LoopActorTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `code on the loop's thread enters at once, and its result comes out`() {
    let plain: () -> Int = { LoopActor.assumeIsolated { 7 } }
    #expect(plain() == 7)
  }

  @LoopActor @Test func `an error comes out as it is`() {
    #expect(throws: SystemError("x", errno: 2)) {
      try LoopActor.assumeIsolated { () throws(SystemError) in throw SystemError("x", errno: 2) }
    }
  }
}
