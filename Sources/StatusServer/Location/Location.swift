import JSONRPC
import Jansson
import Providers
import Reactor
import StatusCore
import Text

/// Where the machine is: the shell around ``LocationMachine`` that starts and stops the source, keeps the time
/// and tells those who listen.
@LoopActor
final class Location {
  private(set) var machine: LocationMachine
  let environment: ResourceEnvironment
  private var source: any LocationSource
  /// The built-in route, for `useDemoRoute`.
  private let demoRoute: any LocationSource
  /// Those who wait for what the source tells next, in the order in which they came.
  private var waiters: [LocationWaiter] = []
  private var alarm: Timer?

  /// Called with a subscription that is to be told of the present snapshot.
  var due: (@LoopActor (SubscriptionID) -> Void)?
  /// Called with a subscription that is to be told of nothing any more.
  var ended: (@LoopActor (SubscriptionID) -> Void)?

  init(
    source: any LocationSource, demoRoute: any LocationSource, limit: Int = Limits().subscriptions,
    environment: ResourceEnvironment
  ) {
    self.source = source
    self.demoRoute = demoRoute
    self.environment = environment
    machine = LocationMachine(limit: limit)
  }

  var snapshot: LocationSnapshot { machine.snapshot }

  /// The snapshot as text.
  var snapshotText: JSONText { JSONText { [snapshot] in $0.location(snapshot) } }
}

// MARK: Subscriptions

extension Location {
  /// Someone subscribes, and is told of the present snapshot by the answer.
  func subscribe(_ filter: LocationFilter) throws(Problem) -> SubscriptionID {
    guard let (id, action) = machine.subscribe(filter) else { throw .tooManySubscriptions(machine.limit) }
    perform(action)
    machine.answered(id, at: environment.now)
    setAlarm()
    return id
  }

  /// Someone leaves, who is told nothing from now on.
  func unsubscribe(_ name: String, path: String) throws(Problem) {
    let id = SubscriptionID(rawValue: name)
    guard let action = machine.unsubscribe(id) else { throw .unknownSubscription(name, path: path) }
    ended?(id)
    perform(action)
    setAlarm()
  }
}

// MARK: Recovering

/// Someone who waits for a position or a failure.
@LoopActor
final class LocationWaiter {
  /// The failure that this one wants to recover from.
  let recovering: FailureID
  fileprivate let completion: @LoopActor (Result<JSONText, Failure>) -> Void

  fileprivate init(
    _ recovering: FailureID, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) {
    self.recovering = recovering
    self.completion = completion
  }
}

extension Location {
  /// Has the source try again at once, and waits for what it tells; a source that nobody listens to is started
  /// for that long.
  ///
  /// The completion may be called before this returns.
  /// - Returns: What ``leave(_:)`` takes.
  func tryAgain(
    recovering failure: FailureID, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) -> LocationWaiter {
    let waiter = LocationWaiter(failure, completion)
    waiters.append(waiter)
    let action = machine.guestCame()
    if case .none = action { source.tryAgain() } else { perform(action) }
    return waiter
  }

  /// Takes positions from the built-in route from now on, for the life of this process.
  func useDemoRoute(
    recovering failure: FailureID, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) -> LocationWaiter {
    if source !== demoRoute {
      source.stop()
      source = demoRoute
      if machine.isRunning { start() }
    }
    return tryAgain(recovering: failure, completion)
  }

  /// A waiter wants no answer any more.
  func leave(_ waiter: LocationWaiter) {
    guard waiters.contains(where: { $0 === waiter }) else { return }
    waiters.removeAll { $0 === waiter }
    perform(machine.guestLeft())
  }

  private func tellWaiters(_ outcome: Result<JSONText, Failure>) {
    let told = waiters
    waiters = []
    for waiter in told { waiter.completion(outcome) }
    // The last guest may be the last of all, and the source is stopped only when all is told.
    for _ in told { perform(machine.guestLeft()) }
  }
}

// MARK: The source

extension Location {
  private func perform(_ action: LocationMachine.Action) {
    switch action {
    case .none: break
    case .start: start()
    case .stop: source.stop()
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
    if snapshot.status != .loaded { environment.failures.resourceSucceeded(.location) }
    tell(machine.found(position, at: environment.now))
    tellWaiters(.success(snapshotText))
  }

  private func failed(_ problem: Problem) {
    let failure = failure(of: problem)
    tell(machine.failed(failure, at: environment.now))
    tellWaiters(.failure(failure))
  }

  /// The failure that is told: a new one, or the one that goes on.
  private func failure(of problem: Problem) -> Failure {
    // Whoever asked for another try is told of a failure of its own.
    if waiters.isEmpty, let standing = machine.standingFailure(equalTo: problem),
      environment.failures.remembers(standing.id)
    {
      environment.failures.noteRepeated(standing)
      return standing
    }
    let presentation: Presentation =
      !waiters.isEmpty ? .alert : snapshot.position == nil ? .inline : .silent
    return environment.failures.record(
      problem,
      in: FailureContext(
        operation: Operation("subscribeLocation"), resource: .location, presentation: presentation,
        previousFailureID: waiters.first?.recovering, hasValue: snapshot.position != nil,
        at: environment.failures.now))
  }

  private func tell(_ told: [SubscriptionID]) {
    for id in told { due?(id) }
  }

  private func setAlarm() {
    let next = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    if let alarm, alarm.deadline == next { return }
    alarm?.cancel()
    alarm = next.map { next in
      environment.timers.schedule(at: next) { [weak self] in
        guard let self else { return }
        alarm = nil
        tell(machine.timePassed(at: environment.now))
        setAlarm()
      }
    }
  }
}

extension Problem {
  fileprivate static func tooManySubscriptions(_ limit: Int) -> Problem {
    var detail = FailureDetail()
    detail.limit = limit
    return Problem(.overloaded, detail: detail, explanation: "\(limit) subscriptions are open already.")
  }

  fileprivate static func unknownSubscription(_ name: String, path: String) -> Problem {
    var detail = FailureDetail()
    detail.reason = "unknown"
    detail.path = path
    return Problem(
      .invalidParams, detail: detail, explanation: "There is no subscription \"\(name.excerpt)\" (any more).")
  }
}
