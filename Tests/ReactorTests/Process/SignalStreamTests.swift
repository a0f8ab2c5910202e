import Glibc
import TestSupport
import Testing

@testable import Reactor

/// In one test after the other: what is pending belongs to the thread, which they share.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SignalStreamTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a signal comes as an event`() async throws {
    let received = Box<[CInt]>([])
    let stream = try SignalStream([SIGUSR1], on: loop) { received.value.append($0) }
    pthread_kill(pthread_self(), SIGUSR1)
    #expect(received.value == [])
    await loop.turns { !received.value.isEmpty }
    #expect(received.value == [SIGUSR1])
    withExtendedLifetime(stream) {}
  }

  @LoopActor @Test func `signals that are pending together all come`() async throws {
    let received = Box<[CInt]>([])
    let stream = try SignalStream([SIGUSR1, SIGUSR2], on: loop) { received.value.append($0) }
    pthread_kill(pthread_self(), SIGUSR2)
    pthread_kill(pthread_self(), SIGUSR1)
    await loop.turns { received.value.count == 2 }
    #expect(Set(received.value) == [SIGUSR1, SIGUSR2])
    withExtendedLifetime(stream) {}
  }

  @LoopActor @Test func `a stream that is let go watches nothing any more`() async throws {
    let before = loop.watches.count { !$0.isCancelled }
    do {
      let stream = try SignalStream([SIGUSR1], on: loop) { _ in }
      #expect(loop.watches.count { !$0.isCancelled } == before + 1)
      withExtendedLifetime(stream) {}
    }
    #expect(loop.watches.count { !$0.isCancelled } == before)
  }
}
