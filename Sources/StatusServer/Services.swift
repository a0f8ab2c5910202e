import Logging
import Providers
import Reactor
import StatusCore

/// What the methods work with: the daemon without its client.
@LoopActor
final class Services {
  let resources: Resources
  let failures: FailureBook
  let logger: Logger
  let recoveries: Recoveries
  let statistics: Statistics

  init(resources: Resources, failures: FailureBook, statistics: Statistics, logger: Logger) {
    self.resources = resources
    self.failures = failures
    self.statistics = statistics
    self.logger = logger
    recoveries = Recoveries(resources: resources, failures: failures)
  }

  /// What a configuration asks for.
  ///
  /// - Parameters:
  ///   - timers: The time in which the daemon lives.
  ///   - loop: Its timers are real time, whichever the daemon's is.
  convenience init(
    _ configuration: Configuration, timers: TimerQueue, loop: EventLoop, logger: Logger
  ) {
    let failures = FailureBook(time: timers.source, logger: logger)
    let resources = configuration.resources.map { resource in
      Resource(
        name: resource.name, shape: resource.shape, source: Self.source(resource, configuration, timers),
        timers: timers, failures: failures)
    }
    let statistics = Statistics(timers: loop.timers, droppedLogLines: configuration.droppedLogLines)
    self.init(
      resources: Resources(resources), failures: failures, statistics: statistics, logger: logger)
  }

  private static func source(
    _ resource: Configuration.Resource, _ configuration: Configuration, _ timers: TimerQueue
  ) -> any Source {
    switch resource.source {
    case .demo: DemoSource(shape: resource.shape, timers: timers, seed: configuration.seed)
    case .file(let path): FileSource(path: path)
    case .command(let command): CommandSource(command)
    case .http(let url): HTTPSource(url, options: HTTPOptions(userAgent: "statusd/\(Version.current)"))
    }
  }
}
