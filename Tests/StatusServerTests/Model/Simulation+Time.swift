import Reactor

@testable import Engine
@testable import StatusCore

/// What has happened since to one resource, by the passing of time or behind the daemon's doors: whatever it
/// does is looked at before it can be followed by anything else.
extension Simulation {
  func catchUp(_ model: ResourceModel) {
    guard !isDraining else { return }
    decide(model)
    goOn(with: model)
    passTimeouts(of: model)
    joinPoll(of: model)
    noticeFence(of: model)
    noticeEnd(of: model)
    if let staleAt = model.staleAt, staleAt <= now { (model.isStale, model.staleAt) = (true, nil) }
    learn(model)
  }

  /// Where the daemon's own fetch stands: asked only for what it has chosen by chance, and whether it is done.
  func daemonPhase(of model: ResourceModel) -> Flight.Phase? { resource(of: model).machine.flight?.phase }

  /// Recoveries come to their fetch, or to the failure that they were to have.
  private func goOn(with model: ResourceModel) {
    for recovery in recoveries where recovery.failure.resource === model {
      switch recovery.stage {
      case .waiting(let until) where until <= now: fetch(for: recovery, at: until)
      case .failing(let problem, let until) where until <= now:
        var origin = FailureModel.Origin(resource: model, problem: problem)
        (origin.operation, origin.timeout) = (recovery.failure.repeated, recovery.failure.origin.timeout)
        origin.previous = recovery.failure
        ended(recovery, with: .failure(record(origin)))
      case .waiting, .waitingForNetwork, .commanding, .failing, .fetching: break
      }
    }
  }

  /// A caller's own time is over: it has its failure, and the fetch is left to the others, or fails with it.
  private func passTimeouts(of model: ResourceModel) {
    while let flight = model.flight, !flight.awaitsStart, let (waiter, date) = flight.nextTimeout,
      date <= now
    {
      // While an attempt is under way, the source hears of it first.
      if waiter.timeout == nil, flight.isAttemptOver(at: now) { return }
      let isAttempting = if case .attempting = flight.phase { true } else { false }
      var problem = Problem(.timeout)
      problem.detail.url = "test:\(model.name)"
      if flight.isForOneAlone {
        return isAttempting ? () : flightFailed(model, problem)
      }
      let attempts = flight.attempts + (isAttempting ? [.timeout] : [])
      let failure = record(origin(of: problem, model, [waiter], attempts))
      model.flight?.waiters.removeAll { $0 === waiter }
      end([waiter], with: failure)
    }
  }

  /// The poll that became due during a fetch has joined it.
  private func joinPoll(of model: ResourceModel) {
    guard let flight = model.flight, !flight.awaitsStart, model.isPolled, let next = model.next,
      resource(of: model).snapshot.autoPolling.nextPollAt == nil
    else { return }
    expect(next.lowerBound - ResourceModel.grain <= now, "a poll of \(model.name) joins too early")
    model.joinPoll(at: now)
  }

  /// A fetch that was to go on has met a fence that another resource of the server has raised.
  private func noticeFence(of model: ResourceModel) {
    guard let flight = model.flight, case .waiting(let range) = flight.phase else { return }
    switch daemonPhase(of: model) {
    case .attempting?, .waiting?: return
    case .refused?, .holding?, nil: break
    }
    guard let fence = fence(around: model, at: now), range.contains(now) else {
      return expect(false, "the fetch of \(model.name) has ended by itself")
    }
    flightFailed(model, problem(of: fence, at: now))
  }

  /// A failure that was held has come out.
  private func noticeEnd(of model: ResourceModel) {
    guard case .holding(let problem, let failedAt, let until)? = model.flight?.phase,
      !resource(of: model).machine.isFetching
    else { return }
    expect(until == now, "\(model.name) fails at \(now), not at \(until)")
    land(model, problem, failedAt: failedAt)
  }

  /// What the snapshot's failure is called, and what can be done about it.
  private func learn(_ model: ResourceModel) {
    guard let shown = resource(of: model).snapshot.failure, let failure = model.failure else { return }
    let id = shown.id.rawValue
    if failure.id == nil {
      // At this very moment it may still be the former.
      if failures.contains(where: { $0.id == id }) { return }
      learn(failure, id)
    }
    if failure.id != id, !failures.contains(where: { $0.id == id }) {
      // The same again, after so many others that its id was forgotten.
      let age = failure.number.map { newestFailure - $0 } ?? 0
      expect(age >= 200, "the same failure of \(model.name) was \(failure.id ?? "") and is \(id)")
      failure.id = id
      failure.state = .open
      newestFailure = max(newestFailure, failure.number ?? 0)
    }
    if failure.hasSettings == nil { learn(failure, shown.options.map(\.id.rawValue)) }
  }

  func learn(_ failure: FailureModel, _ id: String) {
    expect(!failures.contains { $0.id == id }, "\(id) is the id of two failures")
    failure.id = id
    newestFailure = max(newestFailure, failure.number ?? 0)
  }

  func learn(_ failure: FailureModel, _ options: [String]) {
    failure.hasSettings = options.contains("openSettings")
  }

  /// `nextPollAt` as an uptime, to the millisecond.
  func reportedNext(of model: ResourceModel) -> Duration? {
    let wholeMilliseconds =
      Duration.seconds(now.components.seconds)
      + .milliseconds(now.components.attoseconds / 1_000_000_000_000_000)
    let start = Duration.milliseconds(timers.source.millisecondsSince1970) - wholeMilliseconds
    return resource(of: model).snapshot.autoPolling.nextPollAt.map {
      Duration.milliseconds($0.millisecondsSince1970) - start
    }
  }
}
