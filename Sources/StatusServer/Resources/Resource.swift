import Jansson
import Logging
import Providers
import Reactor
import StatusCore

/// A thing that the daemon fetches and remembers: the shell around ``ResourceMachine`` that starts attempts,
/// keeps the time and tells those who wait.
@LoopActor
final class Resource {
  /// Told how a fetch ended, with the snapshot as text, once, unless the waiter has left.
  ///
  /// It may be called before ``fetch(_:recovering:_:)`` returns, when a fence stands around the source.
  typealias Completion = @LoopActor (Result<JSONText, Failure>) -> Void

  let shape: ResourceShape
  var machine: ResourceMachine
  let environment: ResourceEnvironment
  /// Where values come from; another one once the configuration was read again.
  var source: any Source
  /// Those of the value that there is.
  private var validators: Validators?
  private var attempt: (any SourceAttempt)?
  var waiters: [WaiterID: Waiter] = [:]
  private var nextWaiter = 0
  /// The next time at which something is due.
  private var alarm: Timer?
  /// The value as text, once it was told.
  private var valueText: JSONText?
  private var notedRevision = 0

  /// Called after every change of the snapshot, before those who wait are told.
  var changed: (@LoopActor (ResourceName) -> Void)?
  /// Called after every success, before those who wait are told.
  var hasNews: (@LoopActor (Resource) -> Void)?

  /// Someone who waits for the flight under way.
  struct Waiter {
    let operation: Operation
    /// The failure that this one wants to recover from, who came by `retry`.
    let recovering: FailureID?
    let completion: Completion
    let deadline: Timer?
  }

  init(
    name: ResourceName, shape: ResourceShape, source: any Source, policy: FetchPolicy = FetchPolicy(),
    environment: ResourceEnvironment
  ) {
    self.shape = shape
    self.source = source
    self.environment = environment
    machine = ResourceMachine(resource: name, policy: policy)
  }

  var name: ResourceName { machine.snapshot.resource }
  var snapshot: ResourceSnapshot { machine.snapshot }

  /// The snapshot to be told.
  var told: SnapshotText {
    if valueText == nil { valueText = snapshot.value.map { value in JSONText { $0.resourceValue(value) } } }
    return SnapshotText(snapshot: snapshot, value: valueText)
  }

  /// The snapshot as text.
  var snapshotText: JSONText {
    let told = told
    return JSONText { $0.snapshot(told) }
  }
}

// MARK: Asking

extension Resource {
  /// Fetches once, or joins the fetch that is under way.
  ///
  /// An operation's timeout is its caller's own: it ends this wait, and the fetch only if nobody else waits.
  /// - Parameter recovering: The failure that this is to recover from; a new one will name it.
  @discardableResult
  func fetch(
    _ operation: Operation, recovering: FailureID? = nil, _ completion: @escaping Completion
  ) -> WaiterID {
    let waiter = WaiterID(nextWaiter)
    nextWaiter += 1
    let deadline = operation.timeout.map { timeout in
      environment.timers.schedule(after: timeout) { [weak self] in self?.timedOut(waiter) }
    }
    waiters[waiter] = Waiter(
      operation: operation, recovering: recovering, completion: completion, deadline: deadline)
    let begun = machine.fetchRequested(
      by: waiter, within: operation.timeout, at: environment.now, fence: fence)
    if let begun { start(begun) }
    proceed()
    return waiter
  }

  /// A waiter wants no answer any more; with the last one the fetch ends, if it is no poll.
  func leave(_ waiter: WaiterID) {
    waiters.removeValue(forKey: waiter)?.deadline?.cancel()
    if case .abort = machine.waiterLeft(waiter, at: environment.now) { endAttempt() }
    proceed()
  }

  /// Switches polling on or off, or changes its interval; on, it fetches at once.
  func setPolling(_ isEnabled: Bool, interval: Duration? = nil) {
    let begun = machine.setPolling(isEnabled, interval: interval, at: environment.now, fence: fence)
    if let begun { start(begun) }
    proceed()
  }

  /// Begins the life of a resource that is polled from the start.
  func begin() {
    if machine.policy.polling.isEnabled { setPolling(true) }
  }
}

// MARK: Going on

extension Resource {
  /// Who is left alone when it asks for that, together with every resource that it serves.
  var origin: String { source.origin ?? "resource:\(name)" }

  private var fence: Fence? { environment.fence(around: origin) }

  /// How long the server still wants to be left alone.
  var timeBehindFence: Duration { fence.map { $0.end - environment.now.uptime } ?? .zero }

  /// Does what is due, tells of what has changed, and sets the alarm for what will be due.
  func proceed() {
    noteChange()
    // Each change by itself: two at one moment are two revisions.
    while let due = machine.timePassed(at: environment.now, fence: fence) {
      perform(due)
      noteChange()
    }
    setAlarm()
  }

  private func perform(_ due: ResourceMachine.DueAction) {
    switch due {
    case .start(let id): start(id)
    case .expire(let id):
      let problem = attempt?.expire() ?? Problem(.timeout)
      attempt = nil
      failed(id, with: problem)
    case .fail(let ended): fail(ended)
    case .look: break
    }
  }

  private func setAlarm() {
    let due = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    if let alarm, alarm.deadline == due { return }
    alarm?.cancel()
    alarm = due.map { due in
      environment.timers.schedule(at: due) { [weak self] in
        self?.alarm = nil
        self?.proceed()
      }
    }
  }

  func noteChange() {
    guard snapshot.revision != notedRevision else { return }
    notedRevision = snapshot.revision
    changed?(name)
  }

  private func start(_ id: AttemptID) {
    let request = SourceRequest(validators: snapshot.value == nil ? nil : validators)
    attempt = source.fetch(request) { [weak self] in self?.attemptEnded(id, $0) }
  }

  func endAttempt() {
    attempt?.cancel()
    attempt = nil
  }

  /// Ends what is under way because a caller's time is over, and says how far it got.
  func expireAttempt() -> Problem {
    defer { attempt = nil }
    return attempt?.expire() ?? Problem(.timeout)
  }
}

// MARK: Ending

extension Resource {
  private func attemptEnded(_ id: AttemptID, _ outcome: Result<SourceReply, Problem>) {
    attempt = nil
    switch outcome.flatMap(judged) {
    case .success(let reply): succeeded(id, with: reply)
    case .failure(let problem): failed(id, with: problem)
    }
    proceed()
  }

  private func succeeded(_ id: AttemptID, with reply: Judged) {
    if reply.value != nil { valueText = reply.text }
    let landed = machine.attemptSucceeded(
      id, with: reply.value, freshFor: reply.freshFor, at: environment.now, using: &environment.chance)
    validators = reply.validators(after: validators)
    environment.failures.resourceSucceeded(name)
    noteChange()
    hasNews?(self)
    tell(landed ?? [], .success(snapshotText))
  }

  private func failed(_ id: AttemptID, with problem: Problem) {
    let now = environment.now
    let problem = problem.naming(source.address)
    switch machine.attemptFailed(id, with: problem, at: now, using: &environment.chance) {
    case .wait(let wait): environment.failures.noteAttempt(id, of: name, problem, repeatedAfter: wait)
    case .fail(let ended): fail(ended)
    case nil: break
    }
  }

  func tell(_ landed: [WaiterID], _ outcome: Result<JSONText, Failure>) {
    for id in landed {
      guard let waiter = waiters.removeValue(forKey: id) else { continue }
      waiter.deadline?.cancel()
      waiter.completion(outcome)
    }
  }
}
