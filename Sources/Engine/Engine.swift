package import Logging
import Providers
package import Reactor
package import StatusCore

/// The daemon without its clients: resources, the location, their failures and recoveries, on one clock.
///
/// The engine knows no protocol and no client. It returns values (snapshots, failures, ``Change``) and acts
/// on behalf of owners (``Owner``).
@LoopActor
package final class Engine {
  package let resources: Resources
  package let location: Location
  package let recoveries: Recoveries
  package let logger: Logger
  /// The timers of the engine's clock.
  package let timers: TimerQueue
  /// The clock under `--clock manual`, which clients move; nil under the system's clock.
  package let clock: ManualClock?
  package let configuration: Configuration
  private let environment: EngineEnvironment
  private let failureIDs = FailureIDSource()
  private let sources: ConfiguredSources

  /// Builds the engine that a configuration describes; the process, the tests and the fuzz targets all use
  /// this.
  ///
  /// - Parameters:
  ///   - parts: Parts that replace configured ones, for tests.
  ///   - loop: The event loop. Its timers run in real time, whatever clock the engine has.
  package init(
    _ configuration: Configuration, parts: EngineParts = EngineParts(), loop: EventLoop, logger: Logger
  ) {
    self.configuration = configuration
    self.logger = logger
    let isManual = configuration.clock == .manual
    let manual = parts.clock ?? (isManual ? ManualClock(loop: loop) : nil)
    clock = isManual ? manual : nil
    timers = manual?.timers ?? loop.timers
    let failures = FailureBook(
      failureIDs, time: timers.source, logger: logger, configurationFile: configuration.file)
    let environment = EngineEnvironment(
      timers: timers, failures: failures, logger: logger, seed: configuration.jitterSeed,
      store: parts.store ?? configuration.scenario.store, bodyValues: configuration.bodyValues, loop: loop)
    self.environment = environment
    let sources = ConfiguredSources(configuration, parts, timers)
    self.sources = sources
    let resources = Resources(
      configuration.resources.enumerated().map { number, resource in
        Resource(resource, number, from: sources.source(of: resource), environment: environment)
      })
    sources.resources = resources
    self.resources = resources
    location = Location(configuration, from: parts.locationSource, environment)
    // Under a manual clock only the input may cause events, so the network is not watched.
    let network = manual == nil ? NetworkWatch(loop: loop, timers: timers) : nil
    recoveries = Recoveries(
      resources: resources, location: location, environment: environment,
      means: parts.means ?? RecoveryMeans(sources, environment, network: network))
  }
}

// MARK: Owners

extension Engine {
  /// Reports every change and every success to an owner, until ``forget(_:)``.
  ///
  /// An owner has one observer: observing again replaces it.
  ///
  /// - Parameters:
  ///   - onChange: Called after each change of a resource's snapshot. Also called after a change of the
  ///     location, once for each of the owner's subscriptions that is due.
  ///   - onSuccess: Called when a resource was fetched or the location was found.
  package func observe(
    _ owner: Owner, onChange: @escaping @LoopActor (Change) -> Void,
    onSuccess: @escaping @LoopActor (ResourceName) -> Void = { _ in }
  ) {
    environment.observers.add(owner, onChange: onChange, onSuccess: onSuccess)
  }

  /// Starts polling, on behalf of `owner`, the resources that the configuration polls from the start.
  package func begin(for owner: Owner) {
    for resource in resources.all { resource.begin(for: owner) }
    clock?.settle()
  }

  /// Ends everything that belongs to an owner: its observer, its subscriptions and its wishes to poll.
  package func forget(_ owner: Owner) {
    environment.observers.remove(owner)
    clock?.forget(owner)
    location.forget(owner)
    for resource in resources.all { resource.forget(owner) }
  }

  /// Makes a book for the failures of an owner's requests; their ids differ from those of the engine's
  /// failures.
  package func makeFailureBook() -> FailureBook {
    FailureBook(failureIDs, time: timers.source, logger: logger, configurationFile: configuration.file)
  }
}

extension Scenario? {
  /// The store that the scenario uses: a full one if the scenario says so, otherwise none.
  @LoopActor fileprivate var store: any ValueStore {
    self?.storeIsFull == true ? FullStore() : NoStore()
  }
}
