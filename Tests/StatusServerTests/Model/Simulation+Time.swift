import Reactor
import StatusCore

@testable import StatusServer

/// What has happened since by the passing of time alone, which the daemon does not tell of at once.
extension Simulation {
  func catchUp() {
    guard !isDraining else { return }
    for model in models {
      joinPoll(of: model, by: endOfUndecided(model) ?? now)
      decide(model)
    }
    beginLateRecoveries()
    for model in models {
      passDeadlines(of: model)
      joinPoll(of: model, by: now)
      noticeFence(of: model)
      if let staleAt = model.staleAt, staleAt <= now { (model.isStale, model.staleAt) = (true, nil) }
      learn(model)
    }
  }

  /// `tryLater` comes to its fetch.
  private func beginLateRecoveries() {
    for recovery in recoveries {
      guard case .waiting(let until) = recovery.stage, until <= now else { continue }
      let model = recovery.failure.resource
      let left = (fence(around: model, at: until)?.end ?? until) - until
      expect(left == .zero || left > .milliseconds(2), "tryLater comes \(left) too early")
      fetch(for: recovery, at: until)
    }
  }

  /// A caller's own time is over: it has its failure, and the fetch is left to the others, or fails with it.
  private func passDeadlines(of model: ResourceModel) {
    guard let flight = model.flight, !flight.awaitsStart else { return }
    let late = flight.waiters.filter { $0.timesOutAt.map { $0 <= now } ?? false }
    for waiter in late.sorted(by: { $0.timesOutAt ?? .zero < $1.timesOutAt ?? .zero }) {
      guard let end = waiter.timesOutAt, let flight = model.flight else { continue }
      joinPoll(of: model, by: end)
      var problem = Problem(.timeout)
      problem.detail.url = "test:\(model.name)"
      if flight.waiters.count > 1 || model.flight?.isPolled == true {
        var attempts = flight.attempts
        if case .attempting = flight.phase { attempts.append(.timeout) }
        let failure = record(problem, of: model, waiters: [waiter], attempts: attempts)
        model.flight?.waiters.removeAll { $0 === waiter }
        tell([waiter], failure)
      } else if case .waiting = flight.phase {
        flightFailed(model, problem, at: end...end)
      }
      // While an attempt is under way, the source hears of it first.
    }
  }

  /// The poll that became due during a fetch has joined it.
  private func joinPoll(of model: ResourceModel, by moment: Duration) {
    guard let flight = model.flight, !flight.awaitsStart, model.isPolled, let next = model.next else {
      return
    }
    let grain = ResourceModel.grain
    let due = model.toldNext.map { $0 - grain...$0 + grain } ?? next
    let isGone = resource(of: model).snapshot.autoPolling.nextPollAt == nil
    guard due.upperBound <= moment || due.lowerBound <= moment && isGone else { return }
    model.joinPoll(at: due)
  }

  /// When the fetch ended, if it has, whose end was left open.
  private func endOfUndecided(_ model: ResourceModel) -> Duration? {
    guard case .undecided(_, let moment, _)? = model.flight?.phase, !resource(of: model).machine.isFetching
    else { return nil }
    return moment
  }

  /// A fetch that was to go on has met a fence that another resource of the server has raised.
  private func noticeFence(of model: ResourceModel) {
    guard let flight = model.flight, !flight.awaitsStart, case .waiting(let range) = flight.phase,
      !resource(of: model).machine.isFetching
    else { return }
    guard let fence = fence(around: model, at: range.lowerBound), range.lowerBound <= now else {
      return expect(false, "the fetch of \(model.name) has ended by itself")
    }
    let moment = range.clamped(to: range.lowerBound...now)
    let problem = Problem(fence.kind, retryAfter: fence.end - moment.upperBound)
    flightFailed(model, problem, at: moment)
  }

  /// What the snapshot's failure is called, and what can be done about it.
  private func learn(_ model: ResourceModel) {
    if model.next != nil { model.toldNext = toldNext(of: model) ?? model.toldNext }
    guard let told = resource(of: model).snapshot.failure, let failure = model.failure else { return }
    let id = told.id.rawValue
    if failure.id == nil { learn(failure, id) }
    if failure.id != id {
      // The same again, after so many others that its id was forgotten.
      let age = failure.number.map { newestFailure - $0 } ?? 0
      expect(age >= 200, "the same failure of \(model.name) was \(failure.id ?? "") and is \(id)")
      failure.id = id
      failure.state = .open
    }
    failure.options = told.options.map(\.id.rawValue)
    newestFailure = max(newestFailure, failure.number ?? 0)
  }

  /// `nextPollAt` as an uptime, to the millisecond.
  func toldNext(of model: ResourceModel) -> Duration? {
    let wholeMilliseconds =
      Duration.seconds(now.components.seconds)
      + .milliseconds(now.components.attoseconds / 1_000_000_000_000_000)
    let start = Duration.milliseconds(timers.source.millisecondsSince1970) - wholeMilliseconds
    return resource(of: model).snapshot.autoPolling.nextPollAt.map {
      Duration.milliseconds($0.millisecondsSince1970) - start
    }
  }

  func learn(_ failure: FailureModel, _ id: String) {
    expect(!failures.contains { $0.id == id }, "\(id) is the id of two failures")
    failure.id = id
    newestFailure = max(newestFailure, failure.number ?? 0)
  }
}
