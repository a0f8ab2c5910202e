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

  /// - Parameter timers: The time in which the daemon lives.
  init(_ configuration: Configuration, timers: TimerQueue, logger: Logger) {
    let failures = FailureBook(time: timers.source, logger: logger)
    let resources = Resources(
      configuration.resources.map { resource in
        Resource(
          name: resource.name, shape: resource.shape,
          source: Self.source(resource, configuration, timers), timers: timers, failures: failures)
      })
    self.failures = failures
    self.resources = resources
    self.logger = logger
    recoveries = Recoveries(resources: resources, failures: failures)
  }

  private static func source(
    _ resource: Configuration.Resource, _ configuration: Configuration, _ timers: TimerQueue
  ) -> any Source {
    switch resource.source {
    case .demo: DemoSource(shape: resource.shape, timers: timers, seed: configuration.seed)
    case .file(let path): FileSource(path: path)
    case .http(let url): HTTPSource(url, options: HTTPOptions(userAgent: "statusd/\(Version.current)"))
    }
  }
}
