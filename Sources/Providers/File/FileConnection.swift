import Glibc
import Reactor

/// Reports that a file has changed, once it is quiet or has changed for half a second.
///
/// Where changes cannot be reported nothing happens, and polls find them.
@LoopActor
final class FileConnection: LiveConnection {
  /// For how long nothing may have happened to a file before it is read: a save is many changes.
  static let quiet = Duration.milliseconds(50)
  /// How long after the first change it is read, even if it has not become quiet: some files never do.
  static let patience = Duration.milliseconds(500)

  private let path, directory, name: String
  private let watches: DirectoryWatches
  private let onFallback: @LoopActor (String) -> Void
  private let loop = LoopActor.shared.loop
  private let timers: TimerQueue
  private var changed: (@LoopActor () -> Void)?
  private var watch: DirectoryWatch?
  private var isDirectoryGone = false
  /// When the file has to be read, quiet or not; nil while no change waits.
  private var latest: Instant?
  private lazy var alarm = Alarm(on: timers) { [weak self] in self?.isDue() }

  /// - Parameter changed: Called when the file has changed, and is quiet or does not become so.
  init(
    path: String, _ watches: DirectoryWatches, timers: TimerQueue,
    _ onFallback: @escaping @LoopActor (String) -> Void, _ changed: @escaping @LoopActor () -> Void
  ) {
    self.timers = timers
    self.path = path
    (directory, name) = Self.parts(of: path)
    self.watches = watches
    self.onFallback = onFallback
    self.changed = changed
  }

  /// Watches the directory that is now at the path; where that is the one that is watched, nothing changes.
  func arm() {
    guard changed != nil else { return }
    let former = watch
    watch = FileSystem.isRemote(directory) ? nil : begin()
    // After the new one, so that the kernel keeps the watch of a directory that both have.
    former?.cancel()
  }

  private func begin() -> DirectoryWatch? {
    do throws(SystemError) {
      return try watches.watch(name, in: directory, on: loop) { [weak self] in self?.received($0) }
    } catch {
      // That it is not there, or may not be read, is for the polls to report.
      if let reason = error.reasonToPoll { onFallback(reason) }
      return nil
    }
  }

  private func received(_ event: DirectoryWatches.Event) {
    switch event {
    case .changed: break
    case .directoryGone: isDirectoryGone = true
    // Until the next poll, which watches again: what made so much noise may go on.
    case .overflow: onFallback("more has changed than inotify can keep (fs.inotify.max_queued_events)")
    }
    let latest = latest ?? timers.now + Self.patience
    self.latest = latest
    // The date moves with each change, up to the last one.
    alarm.date = min(timers.now + Self.quiet, latest)
  }

  private func isDue() {
    // Whoever writes a file in place empties it first, and may then be kept waiting for the processor.
    if let latest, timers.now < latest, FileSystem.isEmptyFile(path) {
      alarm.date = latest
      return
    }
    latest = nil
    if isDirectoryGone {
      isDirectoryGone = false
      arm()
    }
    changed?()
  }

  func close() {
    changed = nil
    (alarm.date, latest) = (nil, nil)
    watch?.cancel()
    watch = nil
  }

  /// The directory of a path and the entry in it.
  nonisolated static func parts(of path: String) -> (directory: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let directory = path[..<slash]
    return (directory.isEmpty ? "/" : String(directory), String(path[path.utf8.index(after: slash)...]))
  }
}

extension SystemError {
  /// Why files have to be polled although they could be watched; nil for an error of the directory itself.
  fileprivate var reasonToPoll: String? {
    switch errno {
    case ENOSPC: "all inotify watches are taken (fs.inotify.max_user_watches)"
    case EMFILE: "no inotify instance is left (fs.inotify.max_user_instances), or no descriptor"
    case ENFILE, ENOMEM, ENOSYS: description
    default: nil
    }
  }
}
