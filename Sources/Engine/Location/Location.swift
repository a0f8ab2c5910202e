import Providers
package import Reactor
package import StatusCore

/// The location of this computer: the shell around ``LocationMachine``.
///
/// It starts and stops the source, keeps the machine's timer and reports changes to the owners of
/// subscriptions.
@LoopActor
package final class Location {
  private var machine = LocationMachine()
  /// Grows with every event that may have changed ``snapshot``.
  package private(set) var generation = 0
  let environment: EngineEnvironment
  private var source: any LocationSource
  /// The built-in route, for `useDemoRoute`.
  private var demoRoute: any LocationSource
  private var subscribers = Subscribers()
  private var waiters = LocationWaiters()
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.timePassed() }
  /// Whether an event is being handled, so that the alarm is set at its end.
  private var isHandling = false

  init(source: any LocationSource, demoRoute: any LocationSource, environment: EngineEnvironment) {
    self.source = source
    self.demoRoute = demoRoute
    self.environment = environment
  }

  package var snapshot: LocationSnapshot { ask { $0.snapshot } }

  /// The conditions that decide which options of the location's failures can work now.
  var conditions: RecoveryConditions { RecoveryConditions(hasValue: snapshot.position != nil) }
}

// MARK: Events

extension Location {
  /// Gives the machine an event, after which the alarm is set.
  ///
  /// - Parameter perform: Does what the machine asks for.
  private func update<Action>(
    _ event: (inout LocationMachine, Moment) -> Action, then perform: (Action) -> Void
  ) {
    atOnce { perform(change { event(&$0, environment.now) }) }
  }

  /// The machine changes here alone.
  private func change<Outcome>(_ event: (inout LocationMachine) -> Outcome) -> Outcome {
    let outcome = event(&machine)
    generation &+= 1
    environment.noteChange()
    return outcome
  }

  /// Asks the machine in its place: a getter of another module would be handed a copy of it.
  private func ask<Answer>(_ question: (inout LocationMachine) -> Answer) -> Answer { question(&machine) }

  /// Has several events followed by setting the alarm once, at their end.
  private func atOnce(_ events: () -> Void) {
    guard !isHandling else { return events() }
    isHandling = true
    events()
    isHandling = false
    setAlarm()
  }

  private func setAlarm() {
    let (next, held) = (ask { $0.wakeAt }.map { Instant(sinceOrigin: $0) }, waiters.heldUntil)
    alarm.date = if let next, let held { min(next, held) } else { next ?? held }
  }

  private func timePassed() {
    atOnce {
      if let problem = waiters.due(at: environment.timers.now) { failed(problem) }
      update({ $0.timePassed(at: $1) }, then: report)
    }
  }

  private func report(_ due: [SubscriptionID]) {
    environment.failures.ledger.show(snapshot.failure?.id, of: .location)
    for id in due { if let owner = subscribers[id] { environment.observers.changed(id, of: owner) } }
  }

  private func perform(_ action: LocationMachine.Action) {
    switch action {
    case .none: break
    case .start: start()
    case .stop:
      source.stop()
      waiters.dropHeld()
    }
  }
}

// MARK: Subscriptions

extension Location {
  /// Subscribes `owner` to the location; the first subscription starts the source.
  ///
  /// The response to the subscriber has the present ``snapshot``, so it counts as published.
  package func subscribe(_ filter: LocationFilter, for owner: Owner) -> SubscriptionID {
    let (id, action) = change { $0.subscribe(filter) }
    subscribers.add(id, of: owner)
    perform(action)
    // Nothing is due to a subscription that has just been published to, so the alarm stays as it is: to ask all
    // for their dates here would make many subscriptions take the square of their time.
    change { $0.responded(to: id, at: environment.now) }
    return id
  }

  /// Ends a subscription of `owner`; the end of the last subscription stops the source.
  ///
  /// - Returns: Whether `owner` had the subscription.
  package func unsubscribe(_ id: SubscriptionID, of owner: Owner) -> Bool {
    guard subscribers.remove(id, of: owner), let action = change({ $0.unsubscribe([id]) }) else {
      return false
    }
    perform(action)
    // While there are others, the alarm may at most come too early, which does nothing: to ask all of them for their
    // dates here would make the end of many subscriptions take the square of their time.
    if !ask({ $0.isSubscribed }) { setAlarm() }
    return true
  }

  /// The number of subscriptions that `owner` has.
  package func subscriptionCount(of owner: Owner) -> Int { subscribers.count(of: owner) }

  /// Ends every subscription of `owner`.
  func forget(_ owner: Owner) {
    guard let ended = subscribers.removeAll(of: owner) else { return }
    update({ machine, _ in machine.unsubscribe(ended) }, then: { perform($0 ?? .none) })
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
    waiters.add(ticket, recovering: failure, holdUntil: environment.timers.now + minimum)
    // The source may report at once, and the report must not come before this call has returned.
    environment.later { [weak self, weak ticket] in self?.ask(for: ticket) }
    return ticket
  }

  private func ask(for ticket: Ticket<LocationSnapshot>?) {
    guard waiters.ask(for: ticket) else { return }
    update({ machine, _ in machine.guestCame() }) { action in
      if case .none = action { source.tryAgain() } else { perform(action) }
    }
  }

  /// A waiter has cancelled; a problem that was held back for the last waiter is reported.
  private func leave(_ ticket: Ticket<LocationSnapshot>?) {
    guard let left = waiters.remove(ticket) else { return }
    atOnce {
      if waiters.isEmpty, let problem = waiters.due(at: environment.timers.now) { failed(problem) }
      ended(left)
    }
  }

  private func endWaits(_ outcome: Result<LocationSnapshot, Failure>) {
    let ended = waiters.removeAll()
    for waiter in ended { waiter.ticket.end(with: outcome) }
    // Without subscriptions the last guest stops the source, so this comes after everything is reported.
    for waiter in ended { self.ended(waiter) }
  }

  private func ended(_ waiter: LocationWaiters.Waiter) {
    if waiter.hasAsked { update({ machine, _ in machine.guestLeft() }, then: perform) }
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
    if ask({ $0.isRunning }) { start() }
  }
}

extension Location {
  /// A recovery begins; while it runs, the failure in the snapshot offers only that option and `cancel`.
  func recoveryBegan(_ run: RecoveryRun) {
    update({ $0.recoveryBegan(run, at: $1) }, then: report)
  }

  /// A recovery has ended, so its failure offers all its options again.
  func recoveryEnded(_ id: FailureID) {
    update({ $0.recoveryEnded(id, at: $1) }, then: report)
  }

  /// A failure is settled; if the snapshot shows it, the snapshot drops it.
  func settle(_ id: FailureID) {
    update({ $0.settle(id, at: $1) }, then: report)
  }

  /// A recovery failed; the snapshot shows the new failure in place of the one to recover from.
  func replaceFailure(_ id: FailureID, with fresh: Failure) {
    update({ $0.replaceFailure(id, with: fresh, at: $1) }, then: report)
  }
}

// MARK: The source

extension Location {
  private func start() {
    source.start { [weak self] in self?.sourceReported($0) }
  }

  private func sourceReported(_ outcome: Result<Position, Problem>) {
    atOnce {
      switch outcome {
      case .success(let position): found(position)
      case .failure(let problem): failed(problem)
      }
    }
  }

  private func found(_ position: Position) {
    waiters.dropHeld()
    let isNew = snapshot.status != .loaded
    if isNew { environment.failures.ledger.resourceSucceeded(.location) }
    update({ $0.found(position, at: $1) }, then: report)
    if isNew { environment.observers.succeeded(.location) }
    endWaits(.success(snapshot))
  }

  /// Reports a problem, or holds it until the first waiter may see it; then all waiters see it at once.
  private func failed(_ problem: Problem) {
    if waiters.hold(problem, at: environment.timers.now) { return }
    let failure = failure(of: problem)
    update({ $0.failed(failure, at: $1) }, then: report)
    endWaits(.failure(failure))
  }

  /// The failure to report: the standing one if the problem is the same, otherwise a new one.
  private func failure(of problem: Problem) -> Failure {
    // A recovery that fails always gets a new failure.
    if waiters.isEmpty, let standing = ask({ $0.standingFailure(equalTo: problem) }),
      environment.failures.ask({ $0.remembers(standing.id) })
    {
      return standing
    }
    return environment.failures.record(
      problem,
      in: FailureContext(
        operation: .subscribeLocation, resource: .location,
        presentation: .of(problem.kind, hasValue: conditions.hasValue, isPoll: waiters.isEmpty),
        previousFailureID: waiters.recovering, conditions: conditions,
        at: environment.failures.now))
  }
}
