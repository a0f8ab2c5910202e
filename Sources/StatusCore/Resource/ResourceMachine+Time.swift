extension ResourceMachine {
  /// What is due.
  package enum DueAction: Hashable, Sendable {
    /// Start this attempt.
    case start(AttemptID)
    /// The attempt's time is over: end it and report its failure.
    case expire(AttemptID)
    /// The flight has failed, by a fence or a while ago.
    case fail(FlightFailure)
    /// A caller's time is over, and others go on: it does not wait any more, and the owner responds to it with
    /// a failure of its own, of these attempts.
    case timeOut(WaiterID, attempts: [Attempt])
    /// The time of the only caller is over: end what is under way, and report it with
    /// ``ResourceMachine/gaveUp(_:with:at:)``.
    case giveUp(WaiterID)
    /// Nothing is to be done; the snapshot may have changed.
    case look
  }

  /// Does one thing that is due.
  ///
  /// The owner calls it when ``wakeAt`` has come, and again until it returns nil.
  /// - Parameter fence: What stands around the source, if anything does.
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
      // An attempt that ends at the same time says more, unless the caller has set this time itself.
      waiter.hasOwnTimeout || due.phaseEnd > now.uptime
    {
      return due.isAlone(waiter.id) ? .giveUp(waiter.id) : timedOut(waiter.id, at: now)
    }
    switch due.phase {
    case .holding(let ending, _):
      return .fail(due.failure(ending))
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

  /// The flight fails at a fence that stands already.
  private mutating func fail(with problem: Problem, at now: Moment) -> DueAction {
    guard case .fail(let ended) = end(with: Flight.Ending(problem: problem, fence: nil), at: now) else {
      return .look
    }
    return .fail(ended)
  }
}

// MARK: Polling

extension ResourceMachine {
  /// Polling is switched on or off, or gets another interval; what is already so stays as it is.
  ///
  /// - Returns: The attempt to start, where that makes a poll due now.
  package mutating func setPolling(
    _ isEnabled: Bool, interval: Duration? = nil, at now: Moment, fence: Fence? = nil
  ) -> AttemptID? {
    let isNew = isEnabled && !schedule.isEnabled
    return change(at: now) { machine in
      machine.schedule.set(
        isEnabled: isEnabled, interval: interval, isFetching: machine.isFetching, at: now.uptime)
      // A call that a fence refuses asks nobody: the poll waits for the end of the fence.
      if isNew, fence == nil { machine.flight?.joinPoll(machine.policy, at: now) }
      if isNew, let fence, machine.schedule.next == nil { machine.schedule.postpone(to: fence.end) }
      guard let next = machine.schedule.next, next <= now.uptime else { return nil }
      return machine.poll(at: now, fence: fence)
    }
  }

  /// Does the poll that is due: joins what is under way, waits for a fence to pass, or begins a flight.
  private mutating func poll(at now: Moment, fence: Fence?) -> AttemptID? {
    if let fence, flight.map({ !$0.isAttempting }) ?? true {
      schedule.postpone(to: fence.end)
      return nil
    }
    schedule.pollStarted()
    guard flight == nil else {
      flight?.joinPoll(policy, at: now)
      return nil
    }
    // In an outage the attempts of each poll would multiply what reaches the server as it comes back.
    let isOutage = schedule.consecutiveFailures > 0
    let policy = policy
    return begin(at: now) { flight in
      flight.joinPoll(policy, at: now)
      if isOutage { flight.maxAttempts = 1 }
    }
  }
}
