import CLinux
import Glibc

/// An epoll(7) instance, and what its latest wait has found.
///
/// Every registration has a token, which comes back with its events. A token is a number and no pointer: a
/// registration that outlives its watch, because the descriptor was closed under it, finds nothing.
@safe
final class Epoll {
  /// What one wait reports at most; the kernel reports the others first at the next wait.
  private static let capacity = 64

  /// -1 until ``open()``; it lives as long as the process.
  private(set) var descriptor: CInt = -1
  private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
  private var count = 0
  /// The index of the first event that ``next()`` has not returned.
  private var position = 0

  deinit {
    unsafe events.deallocate()
  }

  /// Makes the instance, once.
  func open() throws(SystemError) {
    guard descriptor < 0 else { return }
    descriptor = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError("epoll_create1") }
  }

  /// Registers a descriptor.
  ///
  /// - Returns: 0, or the error number: EPERM for a file that is always ready (a regular file), EBADF for a
  ///   descriptor that is not open.
  func add(_ watched: CInt, for readiness: Readiness, token: UInt64) -> CInt {
    control(EPOLL_CTL_ADD, watched, readiness, token)
  }

  /// Changes what a registered descriptor is waited for.
  ///
  /// - Returns: 0, or the error number.
  func change(_ watched: CInt, to readiness: Readiness, token: UInt64) -> CInt {
    control(EPOLL_CTL_MOD, watched, readiness, token)
  }

  /// Ends a registration, which does not fail for a descriptor that is open.
  func remove(_ watched: CInt) {
    _ = control(EPOLL_CTL_DEL, watched, [], 0)
  }

  private func control(_ action: CInt, _ watched: CInt, _ readiness: Readiness, _ token: UInt64) -> CInt {
    // SAFETY: the union has the one member that is written here and read in `next`; the kernel reads the event
    // during the call.
    var event = unsafe epoll_event()
    unsafe event.events = readiness.epollEvents
    unsafe event.data.u64 = token
    return unsafe epoll_ctl(descriptor, action, watched, &event) == 0 ? 0 : errno
  }

  /// Waits for events; those of the wait before are dropped, and reported again as long as they hold.
  ///
  /// - Parameter milliseconds: How long to wait; -1 for ever.
  /// - Returns: 0, or the error number.
  func wait(milliseconds: CInt) -> CInt {
    position = 0
    // SAFETY: the kernel writes at most `capacity` events, for which there is room.
    let found = unsafe epoll_wait(descriptor, events, CInt(Self.capacity), milliseconds)
    count = max(0, Int(found))
    return found < 0 ? errno : 0
  }

  /// The next event of the latest wait; nil when there is none left.
  func next() -> (token: UInt64, readiness: Readiness)? {
    guard position < count else { return nil }
    defer { position += 1 }
    // SAFETY: the kernel has filled in the first `count` events.
    let event = unsafe events[position]
    // SAFETY: `control` wrote this member of the union.
    return unsafe (event.data.u64, Readiness(epollEvents: event.events))
  }
}

extension Readiness {
  /// The bits of epoll(7) are those of poll(2).
  fileprivate var epollEvents: UInt32 { UInt32(UInt16(bitPattern: rawValue)) }

  fileprivate init(epollEvents: UInt32) {
    self.init(rawValue: Int16(truncatingIfNeeded: epollEvents))
  }
}
