import Glibc

/// What a descriptor is waited for, and what was found: the event bits of `poll(2)`.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: Int16

  package init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  package static let readable = Readiness(rawValue: Int16(POLLIN))
  package static let writable = Readiness(rawValue: Int16(POLLOUT))
  /// The other end will write no more; only where it is asked for.
  static let writerLeft = Readiness(rawValue: 0x2000)  // POLLRDHUP, which _GNU_SOURCE would define
  /// Reported without being asked for: the other end is gone (a pipe's reader, for one that writes).
  package static let failed = Readiness(rawValue: Int16(POLLERR))
  /// Reported without being asked for: the other end has hung up; what it wrote may still be read.
  package static let hungUp = Readiness(rawValue: Int16(POLLHUP))
  /// Reported without being asked for: the descriptor is not open.
  package static let invalid = Readiness(rawValue: Int16(POLLNVAL))
}

/// An interest in one descriptor, from ``EventLoop/watch(_:for:ready:)`` until it is cancelled.
///
/// It does not own the descriptor: cancel before closing.
@LoopActor
package final class Watch {
  package nonisolated let descriptor: CInt
  /// Where it stands among the loop's watches.
  var slot: Int
  /// nil once it is cancelled, so that nothing is kept by a handler that is not called again.
  private var ready: (@LoopActor (Readiness) -> Void)?
  private unowned let loop: EventLoop

  /// What is waited for; empty waits for ``Readiness/failed`` and ``Readiness/hungUp`` alone.
  package var events: Readiness {
    didSet { if events != oldValue { loop.watchDidChange(self) } }
  }

  init(
    descriptor: CInt, events: Readiness, slot: Int, loop: EventLoop,
    ready: @escaping @LoopActor (Readiness) -> Void
  ) {
    self.descriptor = descriptor
    self.events = events
    self.slot = slot
    self.loop = loop
    self.ready = ready
  }

  package var isCancelled: Bool { ready == nil }

  /// Whether its handler runs: it may have the loop look at the other descriptors meanwhile.
  private(set) var isBusy = false

  func handle(_ readiness: Readiness) {
    isBusy = true
    ready?(readiness)
    isBusy = false
  }

  /// Ends the interest; the handler is not called again.
  package func cancel() {
    guard !isCancelled else { return }
    ready = nil
    loop.watchDidChange(self)
  }
}
