import Jansson
import Providers
import Reactor
import StatusCore

extension Resource {
  /// A flight has failed: those who wait are told, and a server that wants to be left alone is.
  func fail(_ ended: FlightFailure) {
    let now = environment.now
    if let fence = ended.fence { environment.raise(fence, around: origin) }
    let failure = failure(of: ended)
    endAttempt()
    let landed = machine.failed(ended, with: failure, at: now, using: &environment.chance)
    noteChange()
    tell(landed ?? [], .failure(failure))
  }

  /// The failure that is told: a new one, or the one that an outage goes on with.
  private func failure(of ended: FlightFailure) -> Failure {
    if let standing = machine.standingFailure(equalTo: ended), environment.failures.remembers(standing.id) {
      environment.failures.noteRepeated(standing)
      return standing
    }
    let present = machine.waiters.compactMap { waiters[$0] }
    let context = context(
      // Nobody's call: it is what `tryAgain` will repeat.
      present.first?.operation ?? Operation("refresh"), attempts: ended.attempts,
      // Whoever still waits by `retry`, the earliest, has the failure that this one follows.
      recovering: present.lazy.compactMap(\.recovering).first, isSilent: ended.isOfPollAlone)
    return environment.failures.record(ended.problem, in: context)
  }

  /// The caller's own time is over: alone it takes the fetch with it, among others, or beside a poll, it just
  /// leaves.
  func timedOut(_ id: WaiterID) {
    guard let waiter = waiters[id] else { return }
    guard !machine.isAlone(id) else { return gaveUp(waiter.operation) }
    let problem = Problem(.timeout).ofCaller(waiter.operation, source.address)
    let attempts = machine.attempts(endedBy: .timeout, at: environment.now)
    leave(id)
    let context = context(
      waiter.operation, attempts: attempts, recovering: waiter.recovering, isSilent: false)
    waiter.completion(.failure(environment.failures.record(problem, in: context)))
  }

  /// A recovery failed before it came to a fetch: the failure of that, which the resource does not show.
  func failure(of problem: Problem, recovering former: Failure) -> Failure {
    let context = context(
      former.operation ?? Operation("refresh"), attempts: [], recovering: former.id, isSilent: false)
    return environment.failures.record(problem, in: context)
  }

  private func gaveUp(_ operation: Operation) {
    let problem = expireAttempt().ofCaller(operation, source.address)
    if let ended = machine.gaveUp(with: problem, at: environment.now) { fail(ended) }
    proceed()
  }

  private func context(
    _ operation: Operation, attempts: [Attempt], recovering: FailureID?, isSilent: Bool
  ) -> FailureContext {
    let hasValue = snapshot.value != nil
    return FailureContext(
      operation: operation, resource: name,
      presentation: isSilent ? .silent : hasValue ? .alert : .inline, attempts: attempts,
      previousFailureID: recovering, hasValue: hasValue, isPolled: machine.isPolled,
      at: environment.failures.now)
  }
}

extension Problem {
  /// A timeout that is the caller's own, with what it says of how far the attempt got.
  fileprivate func ofCaller(_ operation: Operation, _ address: String) -> Problem {
    let limit = operation.timeout.map { " within \($0)" } ?? ""
    var problem = naming(address)
    problem.explanation = "\(operation.method) was not done\(limit)."
    return problem
  }
}
