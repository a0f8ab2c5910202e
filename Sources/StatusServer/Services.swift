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

  init(resources: Resources, failures: FailureBook, logger: Logger) {
    self.resources = resources
    self.failures = failures
    self.logger = logger
    recoveries = Recoveries(resources: resources, failures: failures)
  }

  /// The services that a configuration describes.
  ///
  /// - Parameter timers: The time in which the daemon lives.
  convenience init(_ configuration: Configuration, timers: TimerQueue, logger: Logger) {
    let failures = FailureBook(time: timers.source, logger: logger)
    let resources = configuration.resources.map { resource in
      Resource(
        name: resource.name, shape: resource.shape, source: Self.source(resource, configuration, timers),
        timers: timers, failures: failures)
    }
    self.init(resources: Resources(resources), failures: failures, logger: logger)
  }

  private static func source(
    _ resource: Configuration.Resource, _ configuration: Configuration, _ timers: TimerQueue
  ) -> any Source {
    switch resource.source {
    case .demo: DemoSource(shape: resource.shape, timers: timers, seed: configuration.seed)
    }
  }
}
