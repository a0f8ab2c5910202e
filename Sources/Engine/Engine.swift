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
  package let configuration: Configurations
  let environment: EngineEnvironment
  private let sources: ConfiguredSources
  let reloading: Reloading
  private var watch: ConfigurationWatch?
  private let pollingOwners = PollingOwners()
  /// The store while a scenario plays; nil without one.
  private let scenarioStore: ScenarioStore?
  /// Whether the store was opened.
  package private(set) var isOpen = false

  /// Builds the engine that a configuration describes; the process, the tests and the fuzz targets all use
  /// this.
  ///
  /// - Parameters:
  ///   - parts: Parts that replace configured ones, for tests.
  ///   - opensLater: Whether the store is left alone until ``open()``.
  ///   - loop: The event loop. Its timers run in real time, whatever clock the engine has.
  package init(
    _ configuration: Configuration, parts: EngineParts = EngineParts(), opensLater: Bool = false,
    loop: EventLoop, logger: Logger
  ) {
    let configurations = Configurations(configuration)
    self.configuration = configurations
    self.logger = logger
    let isManual = configuration.clock == .manual
    let manual = parts.clock ?? (isManual ? ManualClock(loop: loop) : nil)
    clock = isManual ? manual : nil
    timers = manual?.timers ?? loop.timers
    let failures = FailureBook(
      time: timers.source, logger: logger, configurationFile: configuration.settingsFile)
    let scenarioStore = configuration.scenario.map { ScenarioStore(isFull: $0.storeIsFull) }
    self.scenarioStore = scenarioStore
    let environment = EngineEnvironment(
      timers: timers, failures: failures, logger: logger, seed: configuration.jitterSeed,
      store: { parts.store ?? scenarioStore ?? configuration.makeStore(on: loop, logger: logger) },
      configuration: configurations, loop: loop)
    self.environment = environment
    let sources = ConfiguredSources(configurations, parts, timers, logger)
    self.sources = sources
    let resources = Resources(configuration, from: sources, environment: environment)
    self.resources = resources
    let location = Location(configuration, parts, environment)
    self.location = location
    let reloading = Reloading(sources, resources, location, pollingOwners, parts, environment)
    self.reloading = reloading
    // Under a manual clock only the input may cause events, so the network is not watched.
    let network = manual == nil ? NetworkWatch(loop: loop, timers: timers) : nil
    recoveries = Recoveries(
      resources: resources, location: location, environment: environment,
      means: parts.means ?? RecoveryMeans(sources, reloading, environment, network: network))
    if !opensLater { open() }
  }
}

// MARK: The store

extension Engine {
  /// How long the start waits for a slow disk; what is found later is shown later.
  private static let patienceForStore = Duration.milliseconds(250)

  /// Opens the store and shows the values that an earlier process has kept; does nothing the second time.
  package func open() {
    guard !isOpen else { return }
    isOpen = true
    let store = environment.store
    store.onEvent = { [weak self] in self?.received($0) }
    for resource in resources.all { store.restore(resource.id, from: resource.intake.identity) }
    store.finishRestoring(within: Self.patienceForStore)
  }

  private func received(_ event: StoreEvent) {
    switch event {
    case .restored(let id, let value): resources[id]?.restored(value)
    case .failed(let id, let problem): resources[id]?.writeFailed(problem)
    }
  }

  /// What the store holds; nil without one.
  package var storeStatistics: StoreStatistics? { environment.store.statistics }

  /// Has the store write what waits, at the end of the process, but not for longer than that.
  package func close(within limit: Duration) {
    guard isOpen else { return }
    environment.store.close(within: limit)
  }
}

extension Configuration {
  /// The store that is configured.
  @LoopActor
  fileprivate func makeStore(on loop: EventLoop, logger: Logger) -> any ValueStore {
    guard let path = store.path else { return NoStore() }
    return DiskStore(path, quota: store.quota, on: loop, timers: loop.timers, logger: logger)
  }
}

// MARK: Counting

extension Engine {
  /// What was fetched since the start under each name of the configuration, in the order of `listResources`.
  package var fetchCounts: [(name: ResourceName, counts: FetchCounts)] {
    resources.names.map { ($0, environment.tally[$0]) }
  }

  /// The same without those of which no fetch has ended.
  package var fetched: [(name: ResourceName, counts: FetchCounts)] {
    environment.tally.isEmpty ? [] : fetchCounts.filter { !$0.counts.outcomes.isEmpty }
  }
}

// MARK: Owners

extension Engine {
  /// Reports every change and every success to an owner, until ``forget(_:)``.
  ///
  /// An owner has one observer: observing again replaces it.
  ///
  /// - Parameters:
  ///   - followingAttempts: Whether `onChange` is called for each attempt of a fetch too.
  ///   - onChange: Called after each change of a resource's snapshot. Also called after a change of the
  ///     location, once for each of the owner's subscriptions that is due.
  ///   - onSuccess: Called when a resource was fetched or the location was found.
  ///   - isAwaited: Whether the owner has yet to read an instance of a parameterised resource, which is not dropped
  ///     until then.
  package func observe(
    _ owner: Owner, followingAttempts: Bool = false, onChange: @escaping @LoopActor (Change) -> Void,
    onSuccess: @escaping @LoopActor (ResourceID) -> Void = { _ in },
    isAwaited: @escaping @LoopActor (ResourceID) -> Bool = { _ in false }
  ) {
    environment.observers.add(
      owner,
      Observer(
        onChange: onChange, followsAttempts: followingAttempts, onSuccess: onSuccess, isAwaited: isAwaited))
  }

  /// Whether several clients are served: what one of them wants is then shown to that one.
  package var isShared: Bool {
    get { environment.isShared }
    set { environment.isShared = newValue }
  }

  /// Grows with everything that may have changed a snapshot, timing and the location included.
  package var changeCount: Int { environment.changeCount }

  /// Starts polling, on behalf of `owner`, the resources that the configuration polls from the start.
  ///
  /// A thousand of them begin over several turns, since other clients may be waiting.
  package func begin(for owner: Owner) {
    open()
    pollingOwners.add(owner)
    environment.forEach(resources.all[...]) { [pollingOwners] resource in
      // It may have gone meanwhile.
      if pollingOwners.contains(owner) { resource.begin(for: owner) }
    }
    clock?.settle()
  }

  /// Ends everything that belongs to an owner: its observer, its subscriptions and its wishes to poll.
  package func forget(_ owner: Owner) {
    environment.observers.remove(owner)
    clock?.forget(owner)
    pollingOwners.remove(owner)
    location.forget(owner)
    for resource in resources.all { resource.forget(owner) }
  }

  /// The time of day on the engine's clock.
  package var date: Timestamp { environment.failures.now }

  /// Makes a book for the failures of an owner's requests; their ids differ from those of the engine's
  /// failures.
  package func makeFailureBook() -> FailureBook {
    FailureBook(
      numberedBy: environment.failures, time: timers.source, logger: logger,
      configurationFile: configuration.current.settingsFile)
  }

  /// Numbers failures on from where a former engine of this process has stopped: their ids are unique.
  package func numberFailures(after former: Engine) {
    environment.failures.ledger.numberFailures(after: former.environment.failures.ledger)
  }
}

// MARK: The configuration

extension Engine {
  /// The shortest time in which a fetch fails that a caller waits for.
  package var minimumRequestTime: Duration { configuration.current.minimumRequestTime }

  /// Reads the configuration again from now on whenever its file changes.
  ///
  /// Under a manual clock only the input may cause events, so the file is not watched.
  package func followConfiguration() {
    guard watch == nil, clock == nil, configuration.initial.reload != nil else { return }
    watch = ConfigurationWatch(reloading, timers: timers, logger: logger)
  }
}

// MARK: Scenarios

extension Engine {
  /// Plays another scenario from each resource's next attempt on.
  ///
  /// What the former one has left behind goes with it: its fences, the waits that it caused, its full store, its
  /// signing in. Values and failures stay.
  ///
  /// - Parameter json: The scenario: the name of a built-in one, or an object as in a file.
  /// - Returns: Its name.
  /// - Throws: What is wrong with it; then nothing changes.
  package func playScenario(_ json: [UInt8]) throws(ConfigurationProblem) -> String {
    guard let read = configuration.initial.readScenario else { return "" }
    let scenario = try read(json)
    try requireResources(of: scenario)
    environment.dropFences()
    scenarioStore?.isFull = scenario.storeIsFull
    sources.play(scenario, in: resources)
    location.play(scenario, interval: configuration.current.location.interval)
    recoveries.endWaits()
    return scenario.name
  }

  /// Resources are made at the start and not while the daemon runs: clients rely on their list.
  private func requireResources(of scenario: Scenario) throws(ConfigurationProblem) {
    for (name, script) in scenario.scripts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let present = resources.shape(of: name) else {
        throw .unknownResource(name, among: resources.names)
      }
      if let shape = script.shape, shape != present {
        throw .otherShape(shape, of: name, having: present)
      }
    }
  }
}
