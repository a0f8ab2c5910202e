package import Logging
import Providers
package import Reactor
package import StatusCore

/// The daemon without its clients: resources, location, recoveries and the failures of both, in one time.
///
/// It knows no protocol and no single client. Out of it come values (snapshots, failures, ``Change``); into it
/// go owners, on whose behalf it acts.
@LoopActor
package final class Engine {
  package let resources: Resources
  package let location: Location
  package let recoveries: Recoveries
  package let logger: Logger
  /// The time in which the engine lives.
  package let timers: TimerQueue
  /// The same where a client moves it; nil for the system's.
  package let clock: ManualClock?
  package let configuration: Configuration
  private let environment: EngineEnvironment
  private let failureIDs = FailureIDSource()
  private let sources: ConfiguredSources

  /// Builds what a configuration asks for; the process, tests and fuzzing all come through here.
  ///
  /// - Parameters:
  ///   - parts: What stands in the place of configured parts, for tests.
  ///   - loop: Its timers are real time, whichever the engine's is.
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
      store: parts.store ?? configuration.scenario.store, loop: loop)
    self.environment = environment
    let sources = ConfiguredSources(configuration, parts, timers)
    self.sources = sources
    let resources = Resources(
      configuration.resources.map {
        Resource($0, from: sources.source(of: $0), environment: environment)
      })
    sources.resources = resources
    self.resources = resources
    location = Location(configuration, from: parts.locationSource, environment)
    // Under a manual clock nothing happens that the input does not say.
    let network = manual == nil ? NetworkWatch(loop: loop, timers: timers) : nil
    recoveries = Recoveries(
      resources: resources, location: location, environment: environment,
      means: parts.means ?? RecoveryMeans(sources, environment, network: network))
  }
}

// MARK: Owners

extension Engine {
  /// Has an owner hear of every change and every success, until ``forget(_:)``; an owner observes once.
  ///
  /// - Parameters:
  ///   - onChange: Called after every change of a resource's snapshot, and of the location for each
  ///     subscription of the owner's that is due.
  ///   - onSuccess: Called when a resource was fetched, or the location found.
  package func observe(
    _ owner: Owner, onChange: @escaping @LoopActor (Change) -> Void,
    onSuccess: @escaping @LoopActor (ResourceName) -> Void = { _ in }
  ) {
    environment.observers.add(owner, onChange: onChange, onSuccess: onSuccess)
  }

  /// Polls on behalf of `owner` what the configuration wants to be polled from the start.
  package func begin(for owner: Owner) {
    for resource in resources.all { resource.begin(for: owner) }
    clock?.settle()
  }

  /// An owner has gone: its observers, subscriptions and wishes to poll end.
  package func forget(_ owner: Owner) {
    environment.observers.remove(owner)
    clock?.forget(owner)
    location.forget(owner)
    for resource in resources.all { resource.forget(owner) }
  }

  /// A book for the failures of an owner's requests, whose ids are unique beside those of the engine's.
  package func makeFailureBook() -> FailureBook {
    FailureBook(failureIDs, time: timers.source, logger: logger, configurationFile: configuration.file)
  }
}

extension Scenario? {
  /// The store that it is played with.
  @LoopActor fileprivate var store: any ValueStore {
    self?.storeIsFull == true ? FullStore() : NoStore()
  }
}
