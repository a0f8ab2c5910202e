import Providers
package import Reactor
package import StatusCore

/// Where the machine is: the shell around ``LocationMachine`` that starts and stops the source, keeps the time
/// and reports to those who subscribe.
@LoopActor
package final class Location {
  private var machine = LocationMachine()
  private let environment: EngineEnvironment
  private var source: any LocationSource
  /// The built-in route, for `useDemoRoute`.
  private let demoRoute: any LocationSource
  private var owners: [SubscriptionID: Owner] = [:]
  /// Those who wait for what the source says next, in the order in which they came.
  private var waiters: [Waiter] = []
  /// The latest problem that those who wait must not see yet, and when they may.
  private var held: (problem: Problem, until: Instant)?
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.timeHasPassed() }

  /// Someone who waits for a position or a failure, and keeps the source going meanwhile.
  private struct Waiter {
    let ticket: Ticket<LocationSnapshot>
    /// The failure that this one wants to recover from.
    let recovering: FailureID
    /// A failure is not reported sooner.
    let holdUntil: Instant
    /// Whether the source was asked on its behalf.
    var hasAsked = false
  }

  init(source: any LocationSource, demoRoute: any LocationSource, environment: EngineEnvironment) {
    self.source = source
    self.demoRoute = demoRoute
    self.environment = environment
  }

  package var snapshot: LocationSnapshot { machine.snapshot }

  /// What decides which options of the location's failures can work now.
  var conditions: RecoveryConditions { RecoveryConditions(hasValue: snapshot.position != nil) }
}

// MARK: Subscriptions

extension Location {
  /// `owner` subscribes; the first subscription starts the source, and ``snapshot`` is what it knows at first.
  package func subscribe(_ filter: LocationFilter, for owner: Owner) -> SubscriptionID {
    let (id, action) = machine.subscribe(filter)
    owners[id] = owner
    perform(action)
    machine.answered(id, at: environment.now)
    setAlarm()
    return id
  }

  /// Ends a subscription of `owner`'s; the last one stops the source.
  ///
  /// - Returns: Whether `owner` had it.
  package func unsubscribe(_ id: SubscriptionID, of owner: Owner) -> Bool {
    guard owners[id] == owner, let action = machine.unsubscribe(id) else { return false }
    owners[id] = nil
    perform(action)
    setAlarm()
    return true
  }

  /// How many subscriptions `owner` has.
  package func subscriptionCount(of owner: Owner) -> Int { owners.values.count { $0 == owner } }

  /// Ends every subscription of `owner`'s.
  func forget(_ owner: Owner) {
    for id in owners.keys where owners[id] == owner { _ = unsubscribe(id, of: owner) }
  }

  private func report(_ due: [SubscriptionID]) {
    environment.failures.show(snapshot.failure?.id, of: .location)
    for id in due { if let owner = owners[id] { environment.observers.changed(id, of: owner) } }
  }
}

// MARK: Recovering

extension Location {
  /// Has the source try again at once, and waits for what it says; a source that nobody listens to is started
  /// for that long.
  func tryAgain(recovering failure: FailureID, minimum: Duration) -> Ticket<LocationSnapshot> {
    let ticket = Ticket<LocationSnapshot>()
    ticket.whenCancelled { [weak self, weak ticket] in self?.leave(ticket) }
    waiters.append(
      Waiter(ticket: ticket, recovering: failure, holdUntil: environment.timers.now + minimum))
    // The source may answer at once, and nobody is to hear of it before this call has returned.
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

  /// A waiter wants no outcome any more; what was held back for it is reported.
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
    // The last guest may be the last of all, and the source is stopped only when all is reported.
    for waiter in ended where waiter.hasAsked { perform(machine.guestLeft()) }
  }

  /// Takes positions from the built-in route from now on, for the life of this process.
  func useDemoRoute() {
    guard source !== demoRoute else { return }
    source.stop()
    source = demoRoute
    if machine.isRunning { start() }
  }
}

extension Location {
  /// While a recovery of the failure that is shown runs, the snapshot offers nothing else.
  func recoveryBegan(_ run: RecoveryRun) {
    report(machine.recoveryBegan(run, at: environment.now))
    setAlarm()
  }

  func recoveryEnded(_ id: FailureID) {
    report(machine.recoveryEnded(id, at: environment.now))
    setAlarm()
  }

  /// A failure is settled: it leaves the snapshot, if it is the one that is shown.
  func settle(_ id: FailureID) {
    report(machine.settle(id, at: environment.now))
    setAlarm()
  }

  /// The recovery of a failure failed with another: that is shown in its place.
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
    source.start { [weak self] in self?.heard($0) }
  }

  private func heard(_ outcome: Result<Position, Problem>) {
    switch outcome {
    case .success(let position): found(position)
    case .failure(let problem): failed(problem)
    }
    setAlarm()
  }

  private func found(_ position: Position) {
    held = nil
    let isNew = snapshot.status != .loaded
    if isNew { environment.failures.resourceSucceeded(.location) }
    report(machine.found(position, at: environment.now))
    if isNew { environment.observers.succeeded(.location) }
    endWaits(.success(snapshot))
  }

  /// Those who wait see a failure no sooner than the first of them may, and all at that moment.
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

  /// The failure that is reported: a new one, or the one that goes on.
  private func failure(of problem: Problem) -> Failure {
    // Whoever asked for another try has a failure of its own.
    if waiters.isEmpty, let standing = machine.standingFailure(equalTo: problem),
      environment.failures.remembers(standing.id)
    {
      return standing
    }
    return environment.failures.record(
      problem,
      in: FailureContext(
        operation: Operation("subscribeLocation"), resource: .location,
        presentation: .of(problem.kind, hasValue: conditions.hasValue, isPoll: waiters.isEmpty),
        previousFailureID: waiters.first?.recovering, conditions: conditions,
        at: environment.failures.now))
  }

  private func timeHasPassed() {
    if let held, held.until <= environment.timers.now { failed(held.problem) }
    report(machine.timePassed(at: environment.now))
    setAlarm()
  }

  private func setAlarm() {
    let next = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    alarm.date = [next, held?.until].compactMap(\.self).min()
  }
}
