/// A fetch under way, with its attempts and its waiters.
struct Flight: Hashable, Sendable {
  let id: FlightID
  var phase: Phase
  /// The callers that wait.
  var waiters = Waiters()
  /// Whether the flight is a poll or a poll has joined it; then it goes on without waiters.
  var isPolled = false
  var maxAttempts: Int
  /// The uptime at which the flight ends in any case: the latest deadline of all who have joined.
  var deadline: Duration
  /// The uptime before which no caller sees a failure; nil if no caller has asked for a minimum.
  var holdUntil: Duration?
  /// The failed attempts, in order.
  var attempts: [Attempt] = []
  /// What the newest attempt has brought, if it failed because the store could not keep that.
  var unkept: UnkeptValue?
  /// The status of the snapshot before the flight, which an abort restores.
  var statusBefore: ResourceStatus

  /// Those that are rare have their values elsewhere: every resource has room for a flight.
  enum Phase: Hashable, Sendable {
    /// An attempt is under way.
    case attempting(since: Duration, until: Duration)
    /// An attempt failed, and the next one begins at this uptime.
    case waiting(until: Duration)
    /// A fence stands, so no attempt is made and the flight fails as soon as its owner looks.
    indirect case refused(Problem)
    /// The flight has failed, and its waiters see that at this uptime.
    indirect case holding(Ending, until: Duration)

    /// An attempt that begins now and ends by its own deadline and the flight's.
    static func attempting(at now: Moment, _ policy: FetchPolicy, _ deadline: Duration) -> Phase {
      .attempting(since: now.uptime, until: min(now.uptime + policy.attemptTimeout, deadline))
    }
  }

  /// How a flight failed.
  struct Ending: Hashable, Sendable {
    let problem: Problem
    let fence: Fence?
    /// The uptime at which the flight failed, from which a Retry-After counts.
    let date: Duration

    /// The uptime from which the server may be asked again, if it said so.
    var retryAt: Duration? { problem.retryAfter.map { date + $0 } }
  }

  /// The newest attempt: the one under way, or the last one that failed.
  var attempt: AttemptID {
    AttemptID(flight: id, number: isAttempting ? attempts.count + 1 : attempts.count)
  }

  var isAttempting: Bool {
    if case .attempting = phase { true } else { false }
  }

  /// Whether a fence prevented every attempt.
  var isRefused: Bool { attempts.isEmpty && !isAttempting }
}

// MARK: Waiters

extension Flight {
  /// Adds a waiter.
  mutating func join(_ waiter: WaiterID, _ request: FetchRequest, _ policy: FetchPolicy, at now: Moment) {
    let end = now.uptime + (request.operation.timeout ?? policy.totalTimeout)
    waiters.add(waiter, request, until: end)
    // The first minimum counts: a caller that joins later must not delay the failure.
    if holdUntil == nil, request.minimum > .zero { holdUntil = now.uptime + request.minimum }
    extend(to: end, policy)
  }

  /// Adds a poll, which waits as long as a caller without a time-out of its own.
  mutating func joinPoll(_ policy: FetchPolicy, at now: Moment) {
    isPolled = true
    extend(to: now.uptime + policy.totalTimeout, policy)
  }

  /// Begins another attempt.
  mutating func attempt(at now: Moment, _ policy: FetchPolicy) {
    phase = .attempting(at: now, policy, deadline)
    unkept = nil
  }

  /// Takes over everybody who waits for a flight that has ended with its source; their dates stay.
  mutating func takeOver(_ former: Flight, _ policy: FetchPolicy) {
    (waiters, isPolled, holdUntil) = (former.waiters, former.isPolled, former.holdUntil)
    extend(to: former.deadline, policy)
  }

  /// Extends the deadline for somebody who has joined and waits until `newDeadline`.
  private mutating func extend(to newDeadline: Duration, _ policy: FetchPolicy) {
    deadline = max(deadline, newDeadline)
    guard case .attempting(let start, _) = phase else { return }
    phase = .attempting(since: start, until: min(start + policy.attemptTimeout, deadline))
  }
}

// MARK: Dates

extension Flight {
  /// The uptime at which the flight has something to do next.
  var wakeAt: Duration { min(phaseEnd, nextTimeout?.date ?? phaseEnd) }

  /// The uptime at which the phase ends by itself.
  var phaseEnd: Duration {
    switch phase {
    case .attempting(_, let end), .waiting(let end): end
    case .refused: .zero
    // A failure is not held if nobody waits for it.
    case .holding(_, let end): waiters.isEmpty ? .zero : end
    }
  }

  /// The waiter whose time ends first, and the uptime at which it sees that.
  ///
  /// One of several waiters sees its time-out no sooner than another failure, and the others go on waiting.
  /// The time-out of a single waiter ends the flight, which is then held if its minimum has not passed.
  var nextTimeout: (waiter: Waiter, date: Duration)? {
    switch phase {
    case .refused, .holding: return nil
    case .attempting, .waiting: break
    }
    guard let first = waiters.first else { return nil }
    return (first, isAlone(first.id) ? first.deadline : max(first.deadline, holdUntil ?? .zero))
  }

  /// Whether only `waiter` wants the flight.
  func isAlone(_ waiter: WaiterID) -> Bool {
    waiters.count == 1 && waiters.contains(waiter) && !isPolled
  }
}

/// The id of one fetch of one resource.
package struct FlightID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// The id of one attempt of a fetch.
package struct AttemptID: Hashable, Sendable {
  package let flight: FlightID
  /// The number of the attempt, from 1.
  package let number: Int

  package init(flight: FlightID, number: Int) {
    self.flight = flight
    self.number = number
  }
}

/// The id of one caller that waits for a fetch.
package struct WaiterID: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}
