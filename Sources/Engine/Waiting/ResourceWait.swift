import Reactor
import StatusCore

/// A wait until the value of a resource is what somebody waits for.
///
/// The resource is polled on behalf of the wait, which is an owner of its own: it looks at the value that is there, and
/// at each one that comes. It has no timer but that of its time-out.
@LoopActor
final class ResourceWait {
  let ticket = Ticket<WaitOutcome>()
  private let resource: Resource
  private let goal: WaitGoal
  private let environment: EngineEnvironment
  private let owner = Owner("wait")
  private let start: Instant
  private lazy var alarm = Alarm(on: environment.timers) { [weak self] in self?.timeIsUp() }
  /// The value that was looked at last, or is being looked at.
  private var judged: ResourceValue?
  /// The next question about it; nil when all have been asked.
  private var question: Int?
  /// A failure that came while a value was being looked at, which comes first.
  private var failure: Failure?
  private var isOver = false

  /// A longer value is asked one question in each turn of the loop.
  private static let longestAtOnce = 131_072

  init(for goal: WaitGoal, of resource: Resource, _ environment: EngineEnvironment) {
    (self.goal, self.resource, self.environment) = (goal, resource, environment)
    start = environment.timers.now
    ticket.whenCancelled { self.close() }
    goal.judge.begin(with: resource.snapshot.value)
    // A ticket ends on a later turn than the one that returned it.
    environment.later { self.begin() }
  }

  private func begin() {
    guard !isOver else { return }
    if goal.timeout == .zero { return lookOnce() }
    let id = resource.id
    environment.observers.add(
      owner,
      Observer(
        onChange: { [weak self] in if $0 == .resource(id) { self?.look() } },
        onFailure: { [weak self] in if $0 == id { self?.failed(with: $1) } }, isAwaited: { $0 == id }))
    alarm.date = goal.timeout.map { start + $0 }
    look()
    guard !isOver else { return }
    resource.beginWait(interval: goal.interval, for: owner)
  }

  // MARK: Looking

  /// Asks everything of what is there, stale or not.
  private func lookOnce() {
    let reason = resource.snapshot.value.flatMap { value in
      (0..<goal.judge.count).lazy.compactMap { self.goal.judge.ask($0, of: value) }.first
    }
    end(reason ?? .timeout)
  }

  private func look() {
    let snapshot = resource.snapshot
    guard !isOver, question == nil, let value = snapshot.value, !snapshot.isStale, value != judged else {
      return
    }
    judged = value
    question = 0
    ask()
  }

  private func ask() {
    guard !isOver, let value = judged, let next = question else { return }
    guard next < goal.judge.count else { return wasJudged() }
    if let reason = goal.judge.ask(next, of: value) { return end(reason) }
    question = next + 1
    guard value.text.count > Self.longestAtOnce else { return ask() }
    environment.later { [weak self] in self?.ask() }
  }

  /// The value is not what is waited for; another one may have come meanwhile, and a failure after it.
  private func wasJudged() {
    question = nil
    look()
    if question == nil, let failure { failed(with: failure) }
  }

  // MARK: Ending

  private func failed(with failure: Failure) {
    guard !isOver, !goal.patience.covers(failure) else { return }
    guard question == nil else {
      self.failure = failure
      return
    }
    close()
    // Its polling has ended with it, so other options can work now.
    ticket.end(with: .failure(failure.offered(under: resource.conditions).asFailure(of: .waitFor)))
  }

  private func timeIsUp() {
    end(.timeout)
  }

  private func end(_ reason: WaitOutcome.Reason) {
    close()
    let waited = environment.timers.now - start
    ticket.end(with: .success(WaitOutcome(reason: reason, waited: waited, snapshot: resource.snapshot)))
  }

  /// Leaves nothing behind.
  private func close() {
    guard !isOver else { return }
    isOver = true
    alarm.date = nil
    environment.observers.remove(owner)
    resource.endWait(for: owner)
  }
}

extension Engine {
  /// Waits until the value of a resource is what somebody waits for.
  ///
  /// - Returns: A ticket that ends when it is so, when its time is up, or with the failure of a fetch that is not waited
  ///   out. Nothing is left of the wait when it has ended or was cancelled.
  package func wait(for goal: WaitGoal, of resource: Resource) -> Ticket<WaitOutcome> {
    ResourceWait(for: goal, of: resource, environment).ticket
  }
}
