import Glibc

/// What a descriptor is waited for, and what was found: the event bits of epoll(7), which are those of poll(2).
package struct Readiness: OptionSet, Sendable {
  package let rawValue: Int16

  package init(rawValue: Int16) {
    self.rawValue = rawValue
  }

  package static var readable: Readiness { Readiness(rawValue: Int16(POLLIN)) }
  package static var writable: Readiness { Readiness(rawValue: Int16(POLLOUT)) }
  /// The other end will write no more; only where it is asked for.
  static var writerLeft: Readiness { Readiness(rawValue: 0x2000) }  // EPOLLRDHUP
  /// Reported without being asked for: the other end is gone (a pipe's reader, for one that writes).
  package static var failed: Readiness { Readiness(rawValue: Int16(POLLERR)) }
  /// Reported without being asked for: the other end has hung up; what it wrote may still be read.
  package static var hungUp: Readiness { Readiness(rawValue: Int16(POLLHUP)) }
  /// Reported without being asked for: the descriptor is not open.
  package static var invalid: Readiness { Readiness(rawValue: Int16(POLLNVAL)) }

  // Here, where the compiler knows the operations of this set: other modules look them up when they run.
  package var isReadableOrEnded: Bool { !isDisjoint(with: Readiness.unasked.union(.readable)) }
  package var isWritable: Bool { contains(.writable) }

  /// What is reported without being asked for.
  fileprivate static var unasked: Readiness { [.failed, .hungUp, .invalid] }
}

/// An interest in one descriptor, from ``EventLoop/watch(_:for:ready:)`` until it is cancelled.
///
/// It does not own the descriptor: cancel before closing.
@LoopActor
package final class Watch {
  /// How the kernel takes the descriptor.
  enum Registration {
    /// epoll reports it.
    case registered
    /// epoll refuses it, because it never has to be waited for.
    case alwaysReady
    case notOpen
  }

  package nonisolated let descriptor: CInt
  /// What epoll reports its events with.
  nonisolated let token: UInt64
  var registration = Registration.registered
  /// The other watch of the same descriptor, such as of a socket that is input and output: epoll takes one registration
  /// of a descriptor, which waits for what both wait for.
  ///
  /// Each keeps the other until one of them is cancelled, as the table keeps both.
  var other: Watch?
  /// Whether the registration is the other watch's.
  var isGuest = false
  /// The number under which epoll knows the descriptor, where two watches have its own; the table closes it.
  var duplicate: CInt?
  /// nil once it is cancelled, so that nothing is kept by a handler that is not called again.
  private var ready: (@LoopActor (Readiness) -> Void)?
  private unowned let table: WatchTable

  /// What is waited for; empty waits for ``Readiness/failed`` and ``Readiness/hungUp`` alone.
  package var events: Readiness {
    get { wanted }
    set {
      guard newValue != wanted else { return }
      wanted = newValue
      if !isCancelled { table.watchDidChange(self) }
    }
  }

  // Private, because a property that other modules can see is checked for exclusive access wherever it is read.
  private var wanted: Readiness

  init(
    descriptor: CInt, events: Readiness, token: UInt64, table: WatchTable,
    ready: @escaping @LoopActor (Readiness) -> Void
  ) {
    self.descriptor = descriptor
    wanted = events
    self.token = token
    self.table = table
    self.ready = ready
  }

  package var isCancelled: Bool { ready == nil }

  /// The number under which epoll knows the descriptor.
  var registered: CInt { duplicate ?? descriptor }

  /// Whether its handler runs: it may have the loop look at the other descriptors meanwhile.
  private(set) var isBusy = false

  /// What is ready of a descriptor that epoll does not report.
  var standingReadiness: Readiness {
    switch registration {
    case .registered: []
    case .alwaysReady: events.intersection([.readable, .writable])
    case .notOpen: .invalid
    }
  }

  /// Calls the handler with what it waits for, if any of that was found.
  func handle(_ found: Readiness) {
    // An earlier handler of this turn may have changed what is waited for.
    let wanted = found.intersection(events.union(.unasked))
    guard let ready, !wanted.isEmpty else { return }
    isBusy = true
    ready(wanted)
    isBusy = false
  }

  /// Ends the interest; the handler is not called again.
  package func cancel() {
    guard !isCancelled else { return }
    ready = nil
    table.watchWasCancelled(self)
  }
}
