import Logging
import Providers
package import Reactor
package import StatusCore

/// A thing that the daemon fetches and remembers: the shell around ``ResourceMachine``.
///
/// It starts attempts, keeps the machine's timer, and ends the tickets of the callers.
@LoopActor
package final class Resource {
  package nonisolated let name: ResourceName
  package nonisolated let shape: ResourceShape
  /// The place among ``Resources/all``.
  package nonisolated let number: Int
  /// Whether a failure quotes the beginning of a body that cannot be used.
  var excerpts: Bool
  var machine: ResourceMachine {
    didSet { generation &+= 1 }
  }
  let environment: EngineEnvironment
  /// The source of the values; replaced when the configuration is read again.
  var source: any Source {
    // The validators name a version of the former source's document.
    didSet { validators = nil }
  }
  /// The validators of the present value, for conditional requests; nil without any.
  private var validators: Validators?
  /// The digest of the body that the present value was made of; nil if it was not made of one.
  private(set) var bodyDigest: UInt64?
  private var attempt: (any SourceAttempt)?
  var waiters: [WaiterID: Waiter] = [:]
  private var nextWaiter = 0
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.proceed() }
  /// Whether ``proceed()`` is going to run on the next turn.
  private var isProceedDue = false
  private var wishes: PollingWishes<Owner>
  private var reportedRevision = 0
  /// When the first attempt of the newest flight was started.
  private var flightStart = Instant(sinceOrigin: .zero)

  /// Grows with every event that may have changed ``snapshot``, timing included.
  ///
  /// While it stays the same, the snapshot stays the same, so an encoded snapshot can be reused.
  package private(set) var generation = 0

  /// A caller who waits for the flight under way.
  struct Waiter {
    let operation: Operation
    /// The failure to recover from, if the caller is a recovery.
    let recovering: FailureID?
    let ticket: Ticket<ResourceSnapshot>
  }

  init(
    _ configuration: Configuration.Resource, _ number: Int, from source: any Source,
    environment: EngineEnvironment
  ) {
    name = configuration.name
    self.number = number
    shape = configuration.shape
    excerpts = configuration.excerpts
    self.source = source
    self.environment = environment
    wishes = PollingWishes(interval: configuration.policy.polling.interval)
    machine = ResourceMachine(resource: configuration.name, policy: configuration.policy)
  }

  package var snapshot: ResourceSnapshot { machine.snapshot }

  /// The conditions that decide which options of the resource's failures can work now.
  package var conditions: RecoveryConditions { machine.conditions }

  /// The uptime at which the resource has something to do next; nil for never.
  package var wakeAt: Duration? { machine.wakeAt }
}

// MARK: Asking

extension Resource {
  /// Fetches once, or joins the fetch that is under way.
  ///
  /// The time-out of an operation is its caller's own: it ends this wait, and ends the fetch only if nobody
  /// else waits.
  ///
  /// - Parameters:
  ///   - minimum: The shortest time from the first call of a fetch to its failure. Success is never delayed.
  ///   - recovery: The recovery that fetches, if any; a new failure then names the failure that it follows.
  /// - Returns: A ticket that ends with the snapshot after the fetch. If the last caller cancels its ticket,
  ///   the fetch ends too, unless it is a poll.
  package func fetch(
    _ operation: Operation, minimum: Duration = .zero, recovery: RecoveryRun? = nil
  ) -> Ticket<ResourceSnapshot> {
    let id = WaiterID(nextWaiter)
    nextWaiter += 1
    let ticket = Ticket<ResourceSnapshot>()
    ticket.whenCancelled { [weak self] in self?.leave(id) }
    waiters[id] = Waiter(operation: operation, recovering: recovery?.failure, ticket: ticket)
    let request = FetchRequest(timeout: operation.timeout, minimum: minimum, recovering: recovery)
    if let begun = machine.fetchRequested(by: id, request, at: environment.now, fence: fence) { start(begun) }
    proceedLater()
    return ticket
  }

  private func leave(_ id: WaiterID) {
    waiters[id] = nil
    if case .abort = machine.waiterLeft(id, at: environment.now) { endAttempt() }
    proceedLater()
  }

  /// Sets whether `owner` wants the resource polled, and how often; switching it on fetches at once.
  ///
  /// The resource is polled while any owner wants that, at the smallest interval that an owner wants.
  ///
  /// - Parameter interval: Nil keeps the owner's interval, which is the configured one at first.
  package func setPolling(_ isEnabled: Bool, interval: Duration? = nil, for owner: Owner) {
    wishes.set(isEnabled, interval: interval, of: owner)
    applyWishes()
  }

  /// Starts polling on behalf of `owner` if the configuration polls the resource from the start.
  func begin(for owner: Owner) {
    if machine.policy.polling.isEnabled { setPolling(true, for: owner) }
  }

  /// Withdraws the wish of an owner that has gone.
  func forget(_ owner: Owner) {
    if wishes.withdraw(owner) { applyWishes() }
  }

  private func applyWishes() {
    let (isEnabled, interval) = wishes.effective
    let begun = machine.setPolling(isEnabled, interval: interval, at: environment.now, fence: fence)
    if let begun { start(begun) }
    proceedLater()
  }
}

// MARK: Going on

extension Resource {
  /// The key of the fence around the source: resources of one server share its Retry-After.
  var origin: String { source.origin ?? "resource:\(name)" }

  private var fence: Fence? { environment.fence(around: origin) }

  /// How long the fence around the source still stands.
  var timeBehindFence: Duration { fence.map { $0.end - environment.now.uptime } ?? .zero }

  /// Reports what has changed and sets the alarm.
  ///
  /// What is due already is done on the next turn: a ticket must not end before the call that made it
  /// returns.
  func proceedLater() {
    reportChange()
    setAlarm()
  }

  /// Does what is due, reports what has changed, and sets the alarm for what is due next.
  private func proceed() {
    reportChange()
    // Each change is reported by itself: two changes at the same moment are two revisions.
    while let due = machine.timePassed(at: environment.now, fence: fence) {
      perform(due)
      reportChange()
    }
    setAlarm()
  }

  private func perform(_ due: ResourceMachine.DueAction) {
    switch due {
    case .start(let id): start(id)
    case .expire(let id):
      if let decoding = attempt as? BodyDecoding { return decoding.finish() }
      let problem = attempt?.expire() ?? Problem(.timeout)
      attempt = nil
      failed(id, with: problem)
    case .timeOut(let id, let attempts): timedOut(id, attempts)
    case .giveUp(let id): gaveUp(id)
    case .fail(let ended): fail(ended)
    case .look: break
    }
  }

  private func setAlarm() {
    let date = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    guard let date, date <= environment.timers.now else {
      alarm.date = date
      return
    }
    alarm.date = nil
    guard !isProceedDue else { return }
    isProceedDue = true
    environment.later { [weak self] in
      self?.isProceedDue = false
      self?.proceed()
    }
  }

  func reportChange() {
    guard snapshot.revision != reportedRevision else { return }
    reportedRevision = snapshot.revision
    environment.failures.show(snapshot.failure?.id, of: name)
    environment.observers.changed(name)
  }

  private func start(_ id: AttemptID) {
    if id.number == 1 { flightStart = environment.timers.now }
    let request = SourceRequest(validators: snapshot.value == nil ? nil : validators)
    attempt = source.fetch(request) { [weak self] in self?.attemptEnded(id, $0) }
  }

  func endAttempt() {
    attempt?.cancel()
    attempt = nil
  }

  /// Ends the attempt because a caller's time-out has passed.
  ///
  /// - Returns: A `timeout` that says how far the attempt got.
  func expireAttempt() -> Problem {
    defer { attempt = nil }
    return attempt?.expire() ?? Problem(.timeout)
  }
}

// MARK: Ending

extension Resource {
  private func attemptEnded(_ id: AttemptID, _ outcome: Result<SourceResponse, Problem>) {
    attempt = nil
    switch outcome {
    case .success(let response):
      guard let decoding = decoding(of: response, then: { [weak self] in self?.judged(id, $0) }) else {
        return judged(id, judgement(of: response))
      }
      // The attempt goes on until its body is decoded, so it can be cancelled meanwhile.
      attempt = decoding
      decoding.proceed()
    case .failure(let problem): judged(id, .failure(problem))
    }
  }

  private func judged(_ id: AttemptID, _ judgement: Result<Judgement, Problem>) {
    attempt = nil
    switch judgement {
    case .success(let judgement): succeeded(id, with: judgement)
    case .failure(let problem): failed(id, with: problem)
    }
    proceed()
  }

  private func succeeded(_ id: AttemptID, with judgement: Judgement) {
    let now = environment.now
    let landed = machine.attemptSucceeded(
      id, with: judgement.value, freshFor: judgement.freshFor, at: now, using: &environment.chance)
    guard let landed else { return }
    validators = judgement.validators(after: validators)
    if !judgement.isConfirmation { bodyDigest = judgement.digest }
    logSuccess(id, landed, after: environment.timers.now - flightStart)
    environment.failures.resourceSucceeded(name)
    reportChange()
    environment.observers.succeeded(name)
    end(landed, with: .success(snapshot))
  }

  private func failed(_ id: AttemptID, with problem: Problem) {
    let problem = problem.naming(source.address)
    if problem.refusesRequest { validators = nil }
    let action = machine.attemptFailed(id, with: problem, at: environment.now, using: &environment.chance)
    if case .wait(let wait) = action { logAttempt(id, problem, repeatedAfter: wait) }
    follow(action)
  }

  /// Ends the tickets of the callers of a flight that is over.
  func end(_ landed: [WaiterID], with outcome: Result<ResourceSnapshot, Failure>) {
    for id in landed { waiters.removeValue(forKey: id)?.ticket.end(with: outcome) }
  }
}
