import Providers
package import Reactor
package import StatusCore

/// The location of this computer: the shell around ``LocationMachine``.
///
/// It starts and stops the source, keeps the machine's timer and reports changes to the owners of
/// subscriptions.
@LoopActor
package final class Location {
  private var machine = LocationMachine() {
    didSet { generation &+= 1 }
  }
  /// Grows with every event that may have changed ``snapshot``.
  package private(set) var generation = 0
  let environment: EngineEnvironment
  private var source: any LocationSource
  /// The built-in route, for `useDemoRoute`.
  private var demoRoute: any LocationSource
  private var owners: [SubscriptionID: Owner] = [:]
  private var subscriptionCounts: [Owner: Int] = [:]
  /// Recoveries that wait for the source's next report, in order of arrival.
  private var waiters: [Waiter] = []
  /// The latest problem, while it is held back from the waiters, and the date at which they see it.
  private var held: (problem: Problem, until: Instant)?
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.timePassed() }

  /// A recovery that waits for a position or a failure, and keeps the source running meanwhile.
  private struct Waiter {
    let ticket: Ticket<LocationSnapshot>
    /// The failure to recover from.
    let recovering: FailureID
    /// The waiter sees no failure before this date.
    let holdUntil: Instant
    /// Whether the source was asked to try again for this waiter.
    var hasAsked = false
  }

  init(source: any LocationSource, demoRoute: any LocationSource, environment: EngineEnvironment) {
    self.source = source
    self.demoRoute = demoRoute
    self.environment = environment
  }

  package var snapshot: LocationSnapshot { machine.snapshot }

  /// The conditions that decide which options of the location's failures can work now.
  var conditions: RecoveryConditions { RecoveryConditions(hasValue: snapshot.position != nil) }
}

// MARK: Subscriptions

extension Location {
  /// Subscribes `owner` to the location; the first subscription starts the source.
  ///
  /// The response to the subscriber has the present ``snapshot``, so it counts as published.
  package func subscribe(_ filter: LocationFilter, for owner: Owner) -> SubscriptionID {
    let (id, action) = machine.subscribe(filter)
    owners[id] = owner
    subscriptionCounts[owner, default: 0] += 1
    perform(action)
    // Nothing is due to a subscription that has just been published to, so the alarm stays as it is: to ask all
    // for their dates here would make many subscriptions take the square of their time.
    machine.responded(to: id, at: environment.now)
    return id
  }

  /// Ends a subscription of `owner`; the end of the last subscription stops the source.
  ///
  /// - Returns: Whether `owner` had the subscription.
  package func unsubscribe(_ id: SubscriptionID, of owner: Owner) -> Bool {
    guard owners[id] == owner, let action = machine.unsubscribe([id]) else { return false }
    owners[id] = nil
    subscriptionCounts[owner, default: 1] -= 1
    perform(action)
    // While there are others, the alarm may at most come too early, which does nothing: to ask all of them for their
    // dates here would make the end of many subscriptions take the square of their time.
    if !machine.isSubscribed { setAlarm() }
    return true
  }

  /// The number of subscriptions that `owner` has.
  package func subscriptionCount(of owner: Owner) -> Int { subscriptionCounts[owner] ?? 0 }

  /// Ends every subscription of `owner`.
  func forget(_ owner: Owner) {
    guard !subscriptionCounts.isEmpty, subscriptionCounts.removeValue(forKey: owner) != nil else { return }
    let ended = Set(owners.lazy.filter { $0.value == owner }.map(\.key))
    for id in ended { owners[id] = nil }
    if let action = machine.unsubscribe(ended) { perform(action) }
    setAlarm()
  }

  private func report(_ due: [SubscriptionID]) {
    environment.failures.ledger.show(snapshot.failure?.id, of: .location)
    for id in due { if let owner = owners[id] { environment.observers.changed(id, of: owner) } }
  }
}

// MARK: Recovering

extension Location {
  /// Asks the source to try again at once, and waits for its next report.
  ///
  /// A source that does not run is started for the time of the wait.
  ///
  /// - Parameters:
  ///   - failure: The failure to recover from.
  ///   - minimum: The shortest time until the wait ends with a failure.
  func tryAgain(recovering failure: FailureID, minimum: Duration) -> Ticket<LocationSnapshot> {
    let ticket = Ticket<LocationSnapshot>()
    ticket.whenCancelled { [weak self, weak ticket] in self?.leave(ticket) }
    waiters.append(
      Waiter(ticket: ticket, recovering: failure, holdUntil: environment.timers.now + minimum))
    // The source may report at once, and the report must not come before this call has returned.
    environment.later { [weak self, weak ticket] in self?.ask(for: ticket) }
    return ticket
  }

  private func ask(for ticket: Ticket<LocationSnapshot>?) {
    guard let index = waiters.firstIndex(where: { $0.ticket === ticket }) else { return }
    waiters[index].hasAsked = true
    let action = machine.guestCame()
    if case .none = action { source.tryAgain() } else { perform(action) }
    setAlarm()
  }

  /// A waiter has cancelled; a problem that was held back for the last waiter is reported.
  private func leave(_ ticket: Ticket<LocationSnapshot>?) {
    guard let index = waiters.firstIndex(where: { $0.ticket === ticket }) else { return }
    let left = waiters.remove(at: index)
    if waiters.isEmpty { release() }
    if left.hasAsked { perform(machine.guestLeft()) }
    setAlarm()
  }

  private func endWaits(_ outcome: Result<LocationSnapshot, Failure>) {
    let ended = waiters
    waiters = []
    for waiter in ended { waiter.ticket.end(with: outcome) }
    // Without subscriptions the last guest stops the source, so this comes after everything is reported.
    for waiter in ended where waiter.hasAsked { perform(machine.guestLeft()) }
  }

  /// Switches to the built-in route for the rest of this process's life.
  func useDemoRoute() {
    guard source !== demoRoute else { return }
    replaceSource(by: demoRoute)
  }

  /// Reports what a scenario scripts from now on, or the built-in route where that says nothing of the location.
  func play(_ scenario: Scenario, interval: Duration) {
    let script = scenario.location.map {
      ScenarioLocation($0, of: scenario.name, interval: interval, timers: environment.timers)
    }
    replaceSource(by: script ?? demoRoute)
  }

  /// The configuration was read again: the location comes from its source, whatever it came from before.
  ///
  /// - Parameter source: Nil for the built-in route.
  func replaceSource(by source: (any LocationSource)?, demoRoute: any LocationSource) {
    self.demoRoute = demoRoute
    // Not `??`: the optimizer of Swift 6.3.1 crashes on it.
    guard let source else { return replaceSource(by: demoRoute) }
    replaceSource(by: source)
  }

  private func replaceSource(by other: any LocationSource) {
    source.stop()
    source = other
    if machine.isRunning { start() }
  }
}

extension Location {
  /// A recovery begins; while it runs, the failure in the snapshot offers only that option and `cancel`.
  func recoveryBegan(_ run: RecoveryRun) {
    report(machine.recoveryBegan(run, at: environment.now))
    setAlarm()
  }

  /// A recovery has ended, so its failure offers all its options again.
  func recoveryEnded(_ id: FailureID) {
    report(machine.recoveryEnded(id, at: environment.now))
    setAlarm()
  }

  /// A failure is settled; if the snapshot shows it, the snapshot drops it.
  func settle(_ id: FailureID) {
    report(machine.settle(id, at: environment.now))
    setAlarm()
  }

  /// A recovery failed; the snapshot shows the new failure in place of the one to recover from.
  func replaceFailure(_ id: FailureID, with fresh: Failure) {
    report(machine.replaceFailure(id, with: fresh, at: environment.now))
    setAlarm()
  }
}

// MARK: The source

extension Location {
  private func perform(_ action: LocationMachine.Action) {
    switch action {
    case .none: break
    case .start: start()
    case .stop:
      source.stop()
      held = nil
    }
  }

  private func start() {
    source.start { [weak self] in self?.sourceReported($0) }
  }

  private func sourceReported(_ outcome: Result<Position, Problem>) {
    switch outcome {
    case .success(let position): found(position)
    case .failure(let problem): failed(problem)
    }
    setAlarm()
  }

  private func found(_ position: Position) {
    held = nil
    let isNew = snapshot.status != .loaded
    if isNew { environment.failures.ledger.resourceSucceeded(.location) }
    report(machine.found(position, at: environment.now))
    if isNew { environment.observers.succeeded(.location) }
    endWaits(.success(snapshot))
  }

  /// Reports a problem, or holds it until the first waiter may see it; then all waiters see it at once.
  private func failed(_ problem: Problem) {
    if let first = waiters.first, environment.timers.now < first.holdUntil {
      held = (problem, until: first.holdUntil)
      return
    }
    held = nil
    let failure = failure(of: problem)
    report(machine.failed(failure, at: environment.now))
    endWaits(.failure(failure))
  }

  private func release() {
    guard let problem = held?.problem else { return }
    failed(problem)
  }

  /// The failure to report: the standing one if the problem is the same, otherwise a new one.
  private func failure(of problem: Problem) -> Failure {
    // A recovery that fails always gets a new failure.
    if waiters.isEmpty, let standing = machine.standingFailure(equalTo: problem),
      environment.failures.ledger.remembers(standing.id)
    {
      return standing
    }
    return environment.failures.record(
      problem,
      in: FailureContext(
        operation: .subscribeLocation, resource: .location,
        presentation: .of(problem.kind, hasValue: conditions.hasValue, isPoll: waiters.isEmpty),
        previousFailureID: waiters.first?.recovering, conditions: conditions,
        at: environment.failures.now))
  }

  private func timePassed() {
    if let held, held.until <= environment.timers.now { failed(held.problem) }
    report(machine.timePassed(at: environment.now))
    setAlarm()
  }

  private func setAlarm() {
    let next = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    alarm.date = if let next, let held { min(next, held.until) } else { next ?? held?.until }
  }
}
