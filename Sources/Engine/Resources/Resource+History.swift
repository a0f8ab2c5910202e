import Reactor
package import StatusCore

extension Resource {
  /// A fetch has brought a value.
  ///
  /// - Parameter isPoll: Whether nobody waited for it.
  func recordSuccess(_ id: AttemptID, _ reception: Reception, isPoll: Bool) {
    let duration = environment.timers.now - flightStart
    record(
      FetchSample(
        endedAt: environment.now.time, outcome: .ok, status: reception.status, attempts: id.number,
        duration: duration, bytes: reception.bytes), isPoll: isPoll)
  }

  /// A fetch has failed; one that a fence kept from asking was none, and neither was one that was cancelled.
  func recordFailure(_ ended: FlightFailure) {
    guard !ended.isCancellation, !ended.attempts.isEmpty else { return }
    let now = environment.now
    // A held failure had ended before it was shown.
    record(
      FetchSample(
        endedAt: now.time(at: ended.date), outcome: .failed(ended.problem.kind),
        status: ended.problem.detail.status, attempts: ended.attempts.count,
        duration: environment.timers.now - flightStart - (now.uptime - ended.date), bytes: nil),
      isPoll: ended.isOfPollAlone)
  }

  private func record(_ sample: FetchSample, isPoll: Bool) {
    history.add(sample)
    environment.tally.count(sample, of: name, isPoll: isPoll)
    environment.store.record(sample, of: id)
  }
}

extension Resource {
  /// The past fetches of a resource.
  package enum Past {
    case known([FetchSample])
    /// The store is asked when `begin` is called.
    case waits(begin: @LoopActor () -> Ticket<Result<[FetchSample], Problem>>)
  }

  /// The newest fetches that ended at a date or later, newest first: those of the store, or of this process where
  /// none can be asked.
  package func fetches(since date: Timestamp?, limit: Int) -> Past {
    guard environment.store.keepsHistory else { return .known(history.newest(since: date, limit: limit)) }
    return .waits { [self] in
      let ticket = Ticket<Result<[FetchSample], Problem>>()
      environment.store.readHistory(of: id, since: date, limit: limit) { [self] outcome in
        ticket.end(with: .success(outcome.map { $0 ?? history.newest(since: date, limit: limit) }))
      }
      return ticket
    }
  }
}
