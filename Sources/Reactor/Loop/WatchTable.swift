import CProcess
import Glibc

/// The watches of a loop: those that epoll waits for, and those of files that are always ready.
///
/// epoll refuses regular files, directories and devices that never wait (EPERM), which poll(2) calls ready.
/// Their watches stand in a list of their own; as long as one of them waits for anything, the loop does not
/// wait.
@LoopActor
final class WatchTable {
  private let epoll = Epoll()
  /// The watches at their slots; nil at a slot that is free.
  private var slots: [Watch?] = []
  private var freeSlots: [Int] = []
  /// The slot of the watch that epoll knows each descriptor by, by the number of the descriptor.
  private var registrants: [Int] = []
  /// How many watches there have been; it makes each token another one, although slots are used again.
  private var watchCount: UInt32 = 0
  /// The watches that epoll does not report: always ready, or of a descriptor that is not open.
  private var unregistered: [Watch] = [] {
    didSet { hasUnregistered = !unregistered.isEmpty }
  }
  private var hasUnregistered = false
  /// Why the loop cannot go on: a descriptor that cannot be registered would never be reported.
  private var failure: SystemError?

  nonisolated init() {}

  /// Makes the epoll instance, once.
  func open() throws(SystemError) { try epoll.open() }

  /// Every watch that is not cancelled.
  var all: [Watch] { slots.compactMap(\.self) }

  /// Whether ``dispatch()`` has something to call whatever ``wait(milliseconds:)`` finds.
  var isAlwaysReady: Bool {
    hasUnregistered && unregistered.contains { !$0.isBusy && !$0.standingReadiness.isEmpty }
  }

  /// Adds a watch.
  func add(
    _ descriptor: CInt, for events: Readiness, ready: @escaping @LoopActor (Readiness) -> Void
  ) -> Watch {
    let slot = freeSlots.popLast() ?? slots.count
    watchCount &+= 1
    let token = UInt64(watchCount) << 32 | UInt64(slot)
    let watch = Watch(descriptor: descriptor, events: events, token: token, table: self, ready: ready)
    set(slot, to: watch)
    var code = epoll.add(descriptor, for: events, token: token)
    if code == 0 { registrants.set(slot, at: Int(descriptor)) }
    if code == EEXIST { code = join(watch) }
    note(code, of: watch)
    return watch
  }

  /// Has the watch share the registration of the one that has its descriptor.
  private func join(_ watch: Watch) -> CInt {
    let number = Int(watch.descriptor)
    guard number < registrants.count, let first = slots[registrants[number]],
      first.descriptor == watch.descriptor, first.duplicate == nil, first.other == nil
    else { return addDuplicate(of: watch) }
    (first.other, watch.other, watch.isGuest) = (watch, first, true)
    return epoll.change(first.descriptor, to: first.allEvents, token: first.token)
  }

  /// Registers a third watch of a descriptor.
  ///
  /// The kernel takes one registration of a file for each number that the file has.
  private func addDuplicate(of watch: Watch) -> CInt {
    let duplicate = fcntl(watch.descriptor, F_DUPFD_CLOEXEC, 3)
    guard duplicate >= 0 else { return errno }
    watch.duplicate = duplicate
    return epoll.add(duplicate, for: watch.events, token: watch.token)
  }

  /// Has the kernel wait for what the watch waits for now.
  func watchDidChange(_ watch: Watch) {
    guard watch.registration == .registered else { return }
    let host = watch.isGuest ? watch.other ?? watch : watch
    note(epoll.change(host.registered, to: host.allEvents, token: host.token), of: watch)
  }

  private func note(_ code: CInt, of watch: Watch) {
    switch code {
    case 0: return
    case EPERM: watch.registration = .alwaysReady
    // ENOENT: the descriptor was closed, and its number belongs to another file.
    case EBADF, ENOENT: watch.registration = .notOpen
    default: failure = SystemError("epoll_ctl", errno: code)
    }
    unregistered.append(watch)
  }

  /// Removes a watch that was cancelled; an event that was found for it is passed over.
  func watchWasCancelled(_ watch: Watch) {
    let slot = Self.slot(of: watch.token)
    set(slot, to: nil)
    freeSlots.append(slot)
    switch watch.registration {
    case .registered: deregister(watch)
    case .alwaysReady, .notOpen: unregistered.removeAll { $0 === watch }
    }
    if let duplicate = watch.duplicate { close(duplicate) }
  }

  /// The other watch of its descriptor goes on.
  private func deregister(_ watch: Watch) {
    guard let other = watch.other else { return epoll.remove(watch.registered) }
    (watch.other, other.other) = (nil, nil)
    if other.isGuest { registrants.set(Self.slot(of: other.token), at: Int(other.descriptor)) }
    other.isGuest = false
    _ = epoll.change(other.descriptor, to: other.events, token: other.token)
  }

  /// Changes a copy in the place of the slots, which are then read without a check of exclusive access.
  private func set(_ slot: Int, to watch: Watch?) {
    var changed = slots
    slots = []
    if slot == changed.count { changed.append(watch) } else { changed[slot] = watch }
    slots = changed
  }

  /// Waits until a watch is ready.
  ///
  /// - Returns: Why the loop cannot go on.
  func wait(milliseconds: CInt) -> SystemError? {
    if let failure { return failure }
    let code = epoll.wait(milliseconds: milliseconds)
    return code == 0 || code == EINTR ? nil : SystemError("epoll_wait", errno: code)
  }

  /// Calls the watches that are ready, except those whose handlers run.
  ///
  /// A handler may cancel watches, add watches and have the loop look at the descriptors: what was found before is
  /// dropped then, since the kernel reports again what still holds.
  /// - Returns: The error of a watch whose descriptor is not open and that its owner does not give up.
  func dispatch() -> SystemError? {
    while let (token, readiness) = epoll.next() {
      guard let watch = slots[Self.slot(of: token)], watch.token == token else { continue }
      let other = watch.other
      if !watch.isBusy {
        statusd_enter_other()
        watch.handle(readiness)
      }
      guard let other, !other.isBusy else { continue }
      statusd_enter_other()
      other.handle(readiness)
    }
    return hasUnregistered ? dispatchUnregistered() : nil
  }

  private func dispatchUnregistered() -> SystemError? {
    // A handler may change the list; watches that it adds are served at the next dispatch.
    for watch in unregistered where !watch.isBusy && !watch.isCancelled {
      watch.handle(watch.standingReadiness)
      // It would be reported over and over.
      if watch.registration == .notOpen, !watch.isCancelled { return SystemError("epoll_ctl", errno: EBADF) }
    }
    return nil
  }

  private static func slot(of token: UInt64) -> Int { Int(token & 0xFFFF_FFFF) }
}

extension Watch {
  /// What this watch and the other one of its descriptor wait for.
  fileprivate var allEvents: Readiness { events.union(other?.events ?? []) }
}

extension [Int] {
  /// Changes a copy in its place, which is then read without a check of exclusive access.
  fileprivate mutating func set(_ slot: Int, at index: Int) {
    while count <= index { append(0) }
    self[index] = slot
  }
}
