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
    case timeOut(WaiterID, attempts: [Attempt])
    /// The time of the only caller is over: end the attempt and report that with
    /// ``ResourceMachine/gaveUp(_:with:at:)``.
    case giveUp(WaiterID)
    /// Do nothing; the snapshot may have changed.
    case look
  }

  /// Does one thing that is due.
  ///
  /// The owner calls this at ``wakeAt``, and repeats the call until it returns nil.
  ///
  /// - Parameter fence: The fence around the source, if one stands.
  package mutating func timePassed(at now: Moment, fence: Fence?) -> DueAction? {
    if let staleAt, staleAt <= now.uptime {
      self.staleAt = nil
      change(at: now) { $0.snapshot.isStale = true }
      return .look
    }
    if let next = schedule.next, next <= now.uptime { return pollIsDue(at: now, fence: fence) }
    if let flight, flight.wakeAt <= now.uptime { return flightIsDue(flight, at: now, fence: fence) }
    return nil
  }

  private mutating func pollIsDue(at now: Moment, fence: Fence?) -> DueAction {
    let attempt = change(at: now) { $0.poll(at: now, fence: fence) }
    return attempt.map { .start($0) } ?? .look
  }

  private mutating func flightIsDue(_ due: Flight, at now: Moment, fence: Fence?) -> DueAction {
    if let (waiter, date) = due.nextTimeout, date <= now.uptime,
      // An attempt that ends at the same time gives a better reason, unless the caller gave this time itself.
      waiter.hasOwnTimeout || due.phaseEnd > now.uptime
    {
      return due.isAlone(waiter.id) ? .giveUp(waiter.id) : timedOut(waiter.id, at: now)
    }
    switch due.phase {
    case .holding(let ending, _):
      return .fail(due.failure(ending, at: now))
    case .refused(let problem):
      return fail(with: problem, at: now)
    case .attempting:
      return .expire(due.attempt)
    case .waiting:
      if let fence { return fail(with: fence.problem(at: now.uptime), at: now) }
      let phase = Flight.Phase.attempting(at: now, policy, due.deadline)
      change(at: now) { $0.flight?.phase = phase }
      return .start(AttemptID(flight: due.id, number: due.attempts.count + 1))
    }
  }

  private mutating func timedOut(_ waiter: WaiterID, at now: Moment) -> DueAction {
    let attempts = attempts(endedBy: .timeout, at: now)
    change(at: now) { $0.flight?.waiters.removeAll { $0.id == waiter } }
    return .timeOut(waiter, attempts: attempts)
  }

  /// Fails a flight because of a fence.
  private mutating func fail(with problem: Problem, at now: Moment) -> DueAction {
    guard case .fail(let ended) = end(with: problem, fence: nil, at: now) else {
      return .look
    }
    return .fail(ended)
  }
}

// MARK: Polling

extension ResourceMachine {
  /// Switches polling on or off, or changes its interval; repeating the present setting changes nothing.
  ///
  /// - Parameter interval: Nil keeps the present interval.
  /// - Returns: The attempt to start, if a poll is due now.
  package mutating func setPolling(
    _ isEnabled: Bool, interval: Duration? = nil, at now: Moment, fence: Fence? = nil
  ) -> AttemptID? {
    let isNew = isEnabled && !schedule.isEnabled
    return change(at: now) { machine in
      machine.schedule.set(
        isEnabled: isEnabled, interval: interval, isFetching: machine.isFetching, at: now.uptime)
      if isNew { machine.joinOrPostpone(at: now, fence) }
      guard let next = machine.schedule.next, next <= now.uptime else { return nil }
      return machine.poll(at: now, fence: fence)
    }
  }

  /// A poll joins the flight under way; one that a fence refuses asks nobody, and the poll waits for its end.
  private mutating func joinOrPostpone(at now: Moment, _ fence: Fence?) {
    if let fence, flight?.isRefused == true {
      schedule.postpone(to: fence.end)
    } else {
      flight?.joinPoll(policy, at: now)
    }
  }

  /// Does the poll that is due: joins what is under way, waits for a fence to pass, or begins a flight.
  private mutating func poll(at now: Moment, fence: Fence?) -> AttemptID? {
    if let fence, flight?.isRefused ?? true {
      schedule.postpone(to: fence.end)
      return nil
    }
    schedule.pollStarted()
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
