import CLinux
import Glibc

/// Changes of directory entries as events of the loop, by inotify(7): one descriptor for all of them.
///
/// A directory is watched and not the file itself: a save by rename puts another file in the place of the one that is
/// watched. The descriptor is open as long as there is a watch.
@LoopActor
package final class DirectoryWatches {
  /// What happens to one entry of a directory.
  package enum Event: Hashable, Sendable {
    /// The entry was written, made, renamed, removed or given other attributes.
    case changed
    /// The watch is over: the directory was removed, moved or unmounted.
    case directoryGone
    /// The watch is over: so much has happened that the kernel dropped events.
    case overflow
  }

  /// The watches of this process.
  package static let shared = DirectoryWatches()

  private let calls: InotifyCalls
  private var descriptor: CInt?
  private var watch: Watch?
  /// The watches of each directory, by the number that the kernel has given to it.
  private var entries: [CInt: [DirectoryWatch]] = [:]

  /// Whether the descriptor is open.
  var isOpen: Bool { descriptor != nil }

  package nonisolated init(calls: InotifyCalls = InotifyCalls()) {
    self.calls = calls
  }

  /// Calls `received` whenever something happens to an entry, until the watch is cancelled or over.
  ///
  /// - Parameters:
  ///   - name: The entry, which need not exist.
  ///   - directory: The path of the directory.
  /// - Throws: ENOENT, EACCES, …; ENOSPC and EMFILE if the system gives out no more watches.
  package func watch(
    _ name: String, in directory: String, on loop: EventLoop, _ received: @escaping @LoopActor (Event) -> Void
  ) throws(SystemError) -> DirectoryWatch {
    let descriptor = try open(on: loop)
    let number = calls.add(descriptor, directory, InotifyCalls.mask)
    guard number >= 0 else {
      let error = SystemError("inotify_add_watch")
      closeIfUnused()
      throw error
    }
    let begun = DirectoryWatch(number, name, of: self, received)
    entries[number, default: []].append(begun)
    return begun
  }

  private func open(on loop: EventLoop) throws(SystemError) -> CInt {
    if let descriptor { return descriptor }
    let opened = calls.open()
    guard opened >= 0 else { throw SystemError("inotify_init1") }
    descriptor = opened
    watch = loop.watch(opened, for: .readable) { [weak self] _ in self?.read() }
    return opened
  }

  fileprivate func cancelled(_ cancelled: DirectoryWatch) {
    guard var left = entries[cancelled.number] else { return }
    left.removeAll { $0 === cancelled }
    entries[cancelled.number] = left.isEmpty ? nil : left
    if left.isEmpty, let descriptor { calls.remove(descriptor, cancelled.number) }
    closeIfUnused()
  }

  private func closeIfUnused() {
    guard entries.isEmpty, let descriptor else { return }
    watch?.cancel()
    (watch, self.descriptor) = (nil, nil)
    close(descriptor)
  }

  // MARK: Events

  private func read() {
    guard let descriptor else { return }
    for event in InotifyEvent.read(from: descriptor) { handle(event) }
  }

  private func handle(_ event: InotifyEvent) {
    if event.isOverflow { return endAll() }
    guard let present = entries[event.number] else { return }
    if event.isEndOfDirectory {
      // The kernel has forgotten the number, or is asked to when the last watch goes.
      for watch in present { watch.end(with: .directoryGone) }
    } else {
      for watch in present where watch.name == event.name { watch.report(.changed) }
    }
  }

  private func endAll() {
    for watch in entries.values.joined() { watch.end(with: .overflow) }
  }
}

/// An interest in one entry of a directory, until it is cancelled or over.
@LoopActor
package final class DirectoryWatch {
  fileprivate let number: CInt
  fileprivate let name: [UInt8]
  private weak var table: DirectoryWatches?
  private var received: (@LoopActor (DirectoryWatches.Event) -> Void)?

  fileprivate init(
    _ number: CInt, _ name: String, of table: DirectoryWatches,
    _ received: @escaping @LoopActor (DirectoryWatches.Event) -> Void
  ) {
    self.number = number
    self.name = Array(name.utf8)
    self.table = table
    self.received = received
  }

  /// Whether it reports what happens.
  package var isActive: Bool { received != nil }

  /// Ends the interest; the handler is not called again.
  package func cancel() {
    guard received.take() != nil else { return }
    table?.cancelled(self)
  }

  fileprivate func report(_ event: DirectoryWatches.Event) { received?(event) }

  fileprivate func end(with event: DirectoryWatches.Event) {
    let received = received
    cancel()
    received?(event)
  }
}
