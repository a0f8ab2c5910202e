import Engine
import Logging
import Reactor
import Settings

/// Reads a configuration that is wrong again whenever its file has changed, until it is right.
@LoopActor
final class ConfigurationCorrection {
  private let read: @Sendable () -> JudgedSettings
  private let onChange: @LoopActor (JudgedSettings) -> Void
  private let loop: EventLoop
  private let logger: Logger
  private var last: JudgedSettings
  private var watches: [(path: String, watch: PathWatch)] = []
  private var timer: Timer?

  /// How often a file is read again that nothing reports changes of, such as one of a network's file system.
  private static let interval = Duration.seconds(10)

  /// - Parameters:
  ///   - first: What was read, with its mistakes.
  ///   - onChange: Called when the mistakes have become others, and once when there are none.
  init(
    _ first: JudgedSettings, readingAgain read: @escaping @Sendable () -> JudgedSettings, on host: Host,
    _ onChange: @escaping @LoopActor (JudgedSettings) -> Void
  ) {
    (last, self.read, self.onChange) = (first, read, onChange)
    (loop, logger) = (host.loop, host.logger)
    follow()
    // It may have changed between the reading and the watch.
    loop.onNextTurn { [weak self] in self?.fileChanged() }
  }

  /// Ends it.
  func cancel() {
    for (_, watch) in watches { watch.cancel() }
    watches = []
    timer?.cancel()
    timer = nil
  }

  private func fileChanged() {
    LoopPhase.enter("reading the configuration")
    let former = last.problems
    last = read()
    follow()
    guard last.problems != former else { return }
    if last.problems.isEmpty { cancel() }
    onChange(last)
  }

  /// Watches the file that was read, or those that may come to be read.
  private func follow() {
    let configuration = last.settings.configuration
    let named = configuration.watchedFiles
    let paths = named.isEmpty ? [configuration.settingsFile].compactMap(\.self) : named
    guard watches.map(\.path) != paths else { return }
    for (_, watch) in watches { watch.cancel() }
    watches = paths.map { ($0, watch($0)) }
  }

  private func watch(_ path: String) -> PathWatch {
    PathWatch(path, timers: loop.timers) { [weak self] reason in
      self?.cannotWatch(path, because: reason)
    } onChange: { [weak self] in
      self?.fileChanged()
    }
  }

  private func cannotWatch(_ path: String, because reason: String) {
    logger.notice(
      "the configuration is read every 10 s, since it cannot be watched",
      metadata: ["file": "\(path)", "reason": "\(reason)"])
    // One reading looks at every file.
    guard timer == nil else { return }
    timer = loop.timers.schedule(after: Self.interval) { [weak self] in self?.timeIsUp() }
  }

  private func timeIsUp() {
    timer = loop.timers.schedule(after: Self.interval) { [weak self] in self?.timeIsUp() }
    fileChanged()
  }
}
