/// Reports when a path leads to another file, or its file was changed, once it is quiet.
///
/// The file need not exist. No timer runs while nothing happens.
@LoopActor
package final class PathWatch {
  /// For how long nothing may have happened before it is reported: a save is many changes.
  package static let quiet = Duration.milliseconds(50)
  /// The shortest time from one report to the next: what follows a change may be expensive.
  package static let pause = Duration.milliseconds(500)

  private let path: String
  private let watches: DirectoryWatches
  private let timers: TimerQueue
  private let loop = LoopActor.shared.loop
  private var onChange: (@LoopActor () -> Void)?
  private var onFault: (@LoopActor (String) -> Void)?
  private var held: [DirectoryWatch] = []
  /// The date before which nothing is reported.
  private var earliest = Instant(sinceOrigin: .zero)
  private lazy var alarm = Alarm(on: timers) { [weak self] in self?.isQuiet() }

  /// - Parameters:
  ///   - onChange: Called when something has happened, which may be nothing that counts.
  ///   - onFault: Called once, with the reason, if changes cannot be reported.
  package init(
    _ path: String, watches: DirectoryWatches = .shared, timers: TimerQueue,
    onFault: @escaping @LoopActor (String) -> Void, onChange: @escaping @LoopActor () -> Void
  ) {
    (self.path, self.watches, self.timers) = (path, watches, timers)
    (self.onChange, self.onFault) = (onChange, onFault)
    arm()
  }

  /// Ends the watch; nothing is reported any more.
  package func cancel() {
    (onChange, onFault) = (nil, nil)
    alarm.date = nil
    replaceWatches(by: [])
  }

  /// Watches the entries that lead to the file now.
  private func arm() {
    replaceWatches(by: PathTrail(path).steps.compactMap { watch($0) })
  }

  /// The former go after the new ones have come, so that the kernel keeps what both watch.
  private func replaceWatches(by fresh: [DirectoryWatch]) {
    let former = held
    held = fresh
    for watch in former { watch.cancel() }
  }

  private func watch(_ step: PathTrail.Step) -> DirectoryWatch? {
    guard !FileSystem.isRemote(step.directory) else {
      return fail(because: "its file system may be changed by other machines, which nothing reports")
    }
    do throws(SystemError) {
      return try watches.watch(step.name, in: step.directory, on: loop) { [weak self] in self?.received($0) }
    } catch {
      return fail(because: "\(error)")
    }
  }

  private func fail(because reason: String) -> DirectoryWatch? {
    let report = onFault.take()
    report?(reason)
    return nil
  }

  private func received(_ event: DirectoryWatches.Event) {
    // The date moves with each change.
    alarm.date = max(timers.now + Self.quiet, earliest)
  }

  private func isQuiet() {
    earliest = timers.now + Self.pause
    // First, so that what changes from now on is seen.
    arm()
    onChange?()
  }
}
