import Reactor
import TestSupport
import Testing

@testable import statusd

/// Guests of a process that come and go.
struct GuestsTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  private final class Visitor: Guest {
    private(set) var (closed, abandoned, signals) = (0, 0, [] as [CInt])
    func terminate(_ signal: CInt) { signals.append(signal) }
    func abandon() { abandoned += 1 }
    func close() { closed += 1 }
  }

  @LoopActor @Test func `one that leaves is closed, and the last one when the process has ended`() {
    let (guests, first, second) = (Guests(), Visitor(), Visitor())
    guests.add(first)
    guests.add(second)
    #expect(!guests.leave(first))
    #expect((first.closed, second.closed) == (1, 0))
    #expect(guests.leave(second), "the process ends with it")
    #expect(second.closed == 0)
    #expect(guests.all.count == 1, "it is there to be closed")
  }

  @LoopActor @Test func `one that has left already changes nothing`() {
    let (guests, first, second, third) = (Guests(), Visitor(), Visitor(), Visitor())
    for guest in [first, second, third] { guests.add(guest) }
    #expect(!guests.leave(first))
    #expect(!guests.leave(first))
    #expect(first.closed == 1)
    #expect(guests.all.count == 2)
  }

  @LoopActor @Test func `a guest may leave while all are spoken to`() {
    let (guests, first, second) = (Guests(), Visitor(), Visitor())
    guests.add(first)
    guests.add(second)
    for guest in guests.all {
      guest.abandon()
      _ = guests.leave(guest)
    }
    #expect((first.abandoned, second.abandoned) == (1, 1))
  }
}
