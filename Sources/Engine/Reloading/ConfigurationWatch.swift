import Logging
import Reactor

/// Has the configuration read again whenever its file has changed.
@LoopActor
final class ConfigurationWatch {
  private let reloading: Reloading
  private let timers: TimerQueue
  private let logger: Logger
  /// No dictionary: making its type costs every start 300,000 instructions.
  private var watches: [(path: String, watch: PathWatch)] = []

  init(_ reloading: Reloading, timers: TimerQueue, logger: Logger) {
    (self.reloading, self.timers, self.logger) = (reloading, timers, logger)
    follow()
  }

  /// Watches the files that the configuration names now: the one that was read, once there is one.
  private func follow() {
    let paths = reloading.watchedFiles
    guard watches.map(\.path) != paths else { return }
    for former in watches { former.watch.cancel() }
    watches = paths.map { ($0, watch($0)) }
  }

  private func watch(_ path: String) -> PathWatch {
    PathWatch(path, timers: timers) { [logger] reason in
      logger.notice(
        "the configuration is not watched", metadata: ["file": "\(path)", "reason": "\(reason)"])
    } onChange: { [weak self] in
      self?.reloading.fileChanged()
      self?.follow()
    }
  }
}
