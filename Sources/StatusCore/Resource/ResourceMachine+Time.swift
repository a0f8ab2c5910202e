extension ResourceMachine {
  /// What the owner has to do because it is due.
  package enum DueAction: Hashable, Sendable {
    /// Start this attempt.
    case start(AttemptID)
    /// The time of the attempt is over: end it and report its failure.
    case expire(AttemptID)
    /// The flight has failed: at a fence, or earlier and was held.
    case fail(FlightFailure)
    /// The time of one caller is over while others still wait: end its wait with a failure of its own, with
    /// these attempts.
    case timeOut(WaiterID, FetchRequest, attempts: [Attempt])
    /// The time of the only caller is over: end the attempt and report that with
    /// ``ResourceMachine/gaveUp(_:with:showing:at:using:recording:)``.
    case giveUp(WaiterID, FetchRequest)
    /// Do nothing; the snapshot may have changed.
    case look
  }

  /// Does one thing that is due.
  ///
  /// The owner calls this at ``wakeAt``, and repeats the call until it returns nil.
  ///
  /// - Parameters:
  ///   - fence: The fence around the source, if one stands.
  ///   - ledger: Records the failure of a flight.
  package mutating func timePassed(
    at now: Moment, fence: Fence?, using chance: inout SplitMix64, recording ledger: inout FailureLedger
  ) -> DueAction? {
    if let staleAt, staleAt <= now.uptime {
      self.staleAt = nil
      change(at: now) { $0.snapshot.isStale = true }
      return .look
    }
    if let next = schedule.next, next <= now.uptime { return pollIsDue(at: now, fence: fence) }
    if let action = waiterIsDue(at: now) { return action }
    guard let end = flight?.phaseEnd, end <= now.uptime, let flight else { return nil }
    return phaseIsOver(of: flight, at: now, fence: fence, using: &chance, recording: &ledger)
  }

  private mutating func pollIsDue(at now: Moment, fence: Fence?) -> DueAction {
    let attempt = change(at: now) { $0.poll(at: now, fence: fence) }
    return attempt.map { .start($0) } ?? .look
  }

  /// Ends the wait of the caller whose time is over; nil if there is none.
  ///
  /// Nothing here holds a copy of the flight while a waiter leaves it: that would copy all waiters each time.
  private mutating func waiterIsDue(at now: Moment) -> DueAction? {
    guard let (waiter, date) = flight?.nextTimeout, date <= now.uptime, let end = flight?.phaseEnd,
      // An attempt that ends at the same time gives a better reason, unless the caller gave this time itself.
      waiter.hasOwnTimeout || end > now.uptime
    else { return nil }
    guard let request = flight?.waiters.request(of: waiter.id) else { return nil }
    guard flight?.isAlone(waiter.id) == true else { return timedOut(waiter.id, request, at: now) }
    return .giveUp(waiter.id, request)
  }

  private mutating func phaseIsOver(
    of due: Flight, at now: Moment, fence: Fence?, using chance: inout SplitMix64,
    recording ledger: inout FailureLedger
  ) -> DueAction {
    let problem: Problem
    switch due.phase {
    case .holding(let ending, _):
      return .fail(land(due, ending, at: now, using: &chance, recording: &ledger))
    case .attempting:
      return .expire(due.attempt)
    case .refused(let refusal): problem = refusal
    case .waiting:
      guard let fence else { return nextAttempt(of: due, at: now) }
      problem = fence.problem(at: now.uptime)
    }
    let action = end(with: problem, fence: nil, at: now, using: &chance, recording: &ledger)
    guard case .fail(let ended) = action else { return .look }
    return .fail(ended)
  }

  private mutating func nextAttempt(of due: Flight, at now: Moment) -> DueAction {
    let policy = policy
    change(at: now) { $0.flight?.attempt(at: now, policy) }
    return .start(AttemptID(flight: due.id, number: due.attempts.count + 1))
  }

  private mutating func timedOut(_ waiter: WaiterID, _ request: FetchRequest, at now: Moment) -> DueAction {
    let attempts = attempts(endedBy: .timeout, at: now)
    change(at: now) { $0.flight?.waiters.remove(waiter) }
    return .timeOut(waiter, request, attempts: attempts)
  }
}

// MARK: Polling

extension ResourceMachine {
  /// Switches polling on or off, or changes its interval; repeating the present setting changes nothing.
  ///
  /// - Parameters:
  ///   - interval: Nil keeps the present interval.
  ///   - shown: What the snapshot says of it; nil for the same.
  /// - Returns: The attempt to start, if a poll is due now.
  package mutating func setPolling(
    _ isEnabled: Bool, interval: Duration? = nil, shownAs shown: PollingSettings? = nil, at now: Moment,
    fence: Fence? = nil
  ) -> AttemptID? {
    let isNew = isEnabled && !schedule.isEnabled
    return change(at: now) { machine in
      machine.shownPolling = shown
      // The fetch of a caller is no substitute for a connection.
      let isPolling = machine.isFetching && machine.liveMode != .insteadOfPolls
      machine.schedule.set(isEnabled: isEnabled, interval: interval, isFetching: isPolling, at: now.uptime)
      if !isEnabled { machine.connection = nil }
      if isNew, isPolling { machine.joinOrPostpone(at: now, fence) }
      guard let next = machine.schedule.next, next <= now.uptime else { return nil }
      return machine.poll(at: now, fence: fence)
    }
  }

  /// An owner wants something else, which changes nothing that all are shown.
  package mutating func wishChanged() {
    snapshot.revision += 1
  }

  /// Nobody waits for the polls any more: a flight that is a poll alone ends, as that of a last waiter does.
  package mutating func pollGivenUp(at now: Moment) -> DepartureAction {
    guard !schedule.isEnabled, let left = flight, left.isPolled, left.waiters.isEmpty else { return .none }
    return change(at: now) { machine in
      machine.flight = nil
      machine.snapshot.status = left.statusBefore
      return .abort(left.id)
    }
  }

  /// A poll joins the flight under way; one that a fence refuses asks nobody, and the poll waits for its end.
  private mutating func joinOrPostpone(at now: Moment, _ fence: Fence?) {
    if let fence, flight?.isRefused == true {
      schedule.postpone(to: fence.end)
    } else {
      open()
      flight?.joinPoll(policy, at: now)
    }
  }

  /// Does the poll that is due: joins what is under way, waits for a fence to pass, or begins a flight.
  ///
  /// The poll of a live source opens its connection, and is no more than that where deliveries stand in for polls.
  private mutating func poll(at now: Moment, fence: Fence?) -> AttemptID? {
    if let fence, liveMode == .insteadOfPolls || flight?.isRefused ?? true {
      schedule.postpone(to: fence.end)
      return nil
    }
    schedule.pollStarted()
    open()
    if liveMode == .insteadOfPolls { return nil }
    guard flight == nil else {
      flight?.joinPoll(policy, at: now)
      return nil
    }
    // In an outage several attempts for each poll would multiply the load on a server that is coming back.
    let isOutage = schedule.consecutiveFailures > 0
    let policy = policy
    return begin(at: now) { flight in
      flight.joinPoll(policy, at: now)
      if isOutage { flight.maxAttempts = 1 }
    }
  }
}
