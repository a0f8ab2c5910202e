import Logging
import Providers
import Reactor
import StatusCore

/// What the methods work with: the daemon without its client.
@LoopActor
final class Services {
  let resources: Resources
  let location: Location
  let failures: FailureBook
  let logger: Logger
  let recoveries: Recoveries
  let statistics: Statistics
  /// The time in which the daemon lives.
  let timers: TimerQueue

  init(
    resources: Resources, location: Location? = nil, environment: ResourceEnvironment,
    means: RecoveryMeans = .none, statistics: Statistics
  ) {
    self.resources = resources
    self.location = location ?? Location(Configuration(), environment)
    self.statistics = statistics
    failures = environment.failures
    logger = environment.logger
    timers = environment.timers
    recoveries = Recoveries(
      resources: resources, location: self.location, failures: environment.failures, means: means)
  }

  /// What a configuration asks for.
  ///
  /// - Parameters:
  ///   - timers: The time in which the daemon lives.
  ///   - loop: Its timers are real time, whichever the daemon's is.
  convenience init(
    _ configuration: Configuration, timers: TimerQueue, loop: EventLoop, logger: Logger
  ) {
    let environment = ResourceEnvironment(
      timers: timers, failures: FailureBook(time: timers.source, logger: logger), logger: logger,
      seed: configuration.jitterSeed)
    let resources = configuration.resources.map { resource in
      Resource(
        name: resource.name, shape: resource.shape, source: Self.source(resource, configuration, timers),
        policy: resource.policy, environment: environment)
    }
    let all = Resources(resources)
    // Under a manual clock nothing happens that the input does not say.
    let network = timers === loop.timers ? NetworkWatch(loop: loop, timers: timers) : nil
    self.init(
      resources: all, location: Location(configuration, environment), environment: environment,
      means: RecoveryMeans(all, configuration, timers, network: network),
      statistics: Statistics(timers: loop.timers, droppedLogLines: configuration.droppedLogLines))
  }

  /// Polls what is to be polled from the start.
  func begin() {
    for resource in resources.all { resource.begin() }
  }

  /// Where the configuration says that a resource comes from.
  static func source(
    _ resource: Configuration.Resource, _ configuration: Configuration, _ timers: TimerQueue
  ) -> any Source {
    switch resource.source {
    case .demo: DemoSource(shape: resource.shape, timers: timers, seed: configuration.seed)
    case .file(let path): FileSource(path: path, bodyBytes: configuration.http.bodyBytes)
    case .command(let command): CommandSource(command, bodyBytes: configuration.http.bodyBytes)
    case .http(let url): HTTPSource(url, options: HTTPOptions(resource, limits: configuration.http))
    }
  }
}

extension HTTPOptions {
  /// What a resource's requests are made with.
  fileprivate init(_ resource: Configuration.Resource, limits: HTTPLimits) {
    var limits = limits
    limits.connectTimeout = resource.connectTimeout
    self.init(
      userAgent: "statusd/\(Version.current)", limits: limits, caFile: resource.caFile,
      headers: resource.headers)
  }
}
