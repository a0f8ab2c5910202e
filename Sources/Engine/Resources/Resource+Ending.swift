import Providers
import Reactor
import StatusCore

extension Resource {
  /// - Parameter connection: The connection over which the outcome came; nil for that of an attempt of its own.
  func attemptEnded(
    _ id: AttemptID, _ outcome: Result<SourceResponse, Problem>, over connection: ConnectionID? = nil
  ) {
    attempt = nil
    switch outcome {
    case .success(let response):
      candidates = response.earlier.isEmpty ? nil : EarlierCandidates(response.earlier, over: connection)
      judge(response, of: id) { $0.proceed() }
    case .failure(let problem): judged(id, .failure(problem))
    }
  }

  private func judge(
    _ response: SourceResponse, of id: AttemptID, _ begin: @LoopActor (BodyDecoding) -> Void
  ) {
    guard let decoding = decoding(of: response, then: { [weak self] in self?.judged(id, $0) }) else {
      return judged(id, judgement(of: response))
    }
    // The attempt goes on until its body is decoded, so it can be cancelled meanwhile.
    attempt = decoding
    begin(decoding)
  }

  private func judged(_ id: AttemptID, _ judgement: Result<Judgement, Problem>) {
    attempt = nil
    switch judgement {
    case .success(let judgement):
      noteWhatIsUnusable()
      keep(judgement, of: id)
    case .failure(let problem):
      if let candidates, let former = candidates.next(after: problem) {
        let isSoon = candidates.isWithinTurn
        return judge(former, of: id) { isSoon ? $0.proceed() : $0.proceedLater() }
      }
      failed(id, with: candidates.take()?.takeProblem() ?? problem)
    }
    proceed()
  }

  /// What came after a value that is used, over the same connection, is a failure of its own.
  private func noteWhatIsUnusable() {
    guard let former = candidates.take(), let problem = former.takeProblem() else { return }
    if let connection = former.connection, connection == link.id { link.note(unusable: problem) }
  }

  func succeeded(_ id: AttemptID, with judgement: Judgement, at now: Moment) {
    let freshFor = judgement.reception.freshFor
    let landed =
      judgement.isEmpty
      ? machine.attemptFoundNothing(id, freshFor: freshFor, at: now, using: &environment.chance)
      : machine.attemptSucceeded(
        id, with: judgement.value, freshFor: freshFor, at: now, using: &environment.chance)
    guard let landed else { return }
    log.attemptSucceeded(id, from: source, isNew: !judgement.isConfirmation)
    show(judgement, isKept: true)
    log.succeeded(id, with: judgement.reception, landed)
    environment.failures.ledger.resourceSucceeded(self.id)
    reportChange()
    environment.observers.succeeded(self.id)
    end(landed.waiters, with: .success(snapshot))
  }

  func failed(_ id: AttemptID, with problem: Problem) {
    let problem = problem.naming(source.address).escaped
    if problem.refusesRequest { validators = nil }
    let now = environment.now
    let action = machine.attemptFailed(
      id, with: problem, showing: brought?.unkept, at: now, using: &environment.chance,
      recording: &environment.failures.ledger)
    log.attemptFailed(id, from: source, with: problem, then: action)
    follow(action)
  }

  /// Ends the tickets of the callers of a flight that is over.
  func end(_ landed: [WaiterID], with outcome: Result<ResourceSnapshot, Failure>) {
    for id in landed { tickets.removeValue(forKey: id)?.end(with: outcome) }
  }
}
