/// A fetch under way: its attempts, and who waits for it.
struct Flight: Hashable, Sendable {
  let id: FlightID
  var phase: Phase
  /// In the order in which they came.
  var waiters: [Waiter] = []
  /// Whether it is a poll, or a poll has joined it: then it ends by itself and not with its last waiter.
  var isPolled = false
  var maxAttempts: Int
  /// The uptime at which it is over, whatever is under way then: the latest that anyone has waited until.
  var deadline: Duration
  /// The uptime before which nobody learns that it failed; nil while no caller has asked for that.
  var holdUntil: Duration?
  /// Those that have failed, in order.
  var attempts: [Attempt] = []
  /// What an abort goes back to.
  var statusBefore: ResourceStatus

  enum Phase: Hashable, Sendable {
    /// An attempt is under way.
    case attempting(since: Duration, until: Duration)
    /// An attempt failed, and the next begins then.
    case waiting(until: Duration)
    /// Nobody will be asked: a fence stands, and the flight fails as soon as its owner looks.
    case refused(Problem)
    /// The flight has failed, and whoever waits learns it then.
    case holding(Ending, until: Duration)

    /// An attempt that begins now, within its own time and the flight's.
    static func attempting(at now: Moment, _ policy: FetchPolicy, _ deadline: Duration) -> Phase {
      .attempting(since: now.uptime, until: min(now.uptime + policy.attemptTimeout, deadline))
    }
  }

  /// How a flight failed.
  struct Ending: Hashable, Sendable {
    let problem: Problem
    let fence: Fence?
  }

  /// The newest attempt: the one under way, or the one that failed.
  var attempt: AttemptID {
    AttemptID(flight: id, number: isAttempting ? attempts.count + 1 : attempts.count)
  }

  var isAttempting: Bool {
    if case .attempting = phase { true } else { false }
  }

  /// Whether it never came to an attempt, because of a fence.
  var isRefused: Bool { attempts.isEmpty && !isAttempting }

  /// What the owner makes a failure of, if the flight ends now.
  func failure(_ ending: Ending) -> FlightFailure {
    FlightFailure(
      flight: id, problem: ending.problem, attempts: attempts, isOfPollAlone: waiters.isEmpty,
      fence: ending.fence)
  }
}

// MARK: Who waits

extension Flight {
  /// One who waits.
  struct Waiter: Hashable, Sendable {
    let id: WaiterID
    /// The uptime until which it waits.
    let deadline: Duration
    /// Whether it said how long itself.
    let hasOwnTimeout: Bool

    /// Of two at the same time, the one that said so itself comes first.
    func isOverBefore(_ other: Waiter) -> Bool {
      deadline == other.deadline ? hasOwnTimeout && !other.hasOwnTimeout : deadline < other.deadline
    }
  }

  /// Someone waits from now on.
  mutating func join(_ waiter: WaiterID, _ request: FetchRequest, _ policy: FetchPolicy, at now: Moment) {
    let end = now.uptime + (request.timeout ?? policy.totalTimeout)
    if !waiters.contains(where: { $0.id == waiter }) {
      waiters.append(Waiter(id: waiter, deadline: end, hasOwnTimeout: request.timeout != nil))
    }
    // The first who asks for a minimum decides: whoever joins later must not put it off.
    if holdUntil == nil, request.minimum > .zero { holdUntil = now.uptime + request.minimum }
    extend(to: end, policy)
  }

  /// A poll has joined, which waits for as long as any.
  mutating func joinPoll(_ policy: FetchPolicy, at now: Moment) {
    isPolled = true
    extend(to: now.uptime + policy.totalTimeout, policy)
  }

  /// Somebody else has joined who waits until `newDeadline`.
  private mutating func extend(to newDeadline: Duration, _ policy: FetchPolicy) {
    deadline = max(deadline, newDeadline)
    guard case .attempting(let start, _) = phase else { return }
    phase = .attempting(since: start, until: min(start + policy.attemptTimeout, deadline))
  }
}

// MARK: Dates

extension Flight {
  /// The uptime at which something has to be done.
  var wakeAt: Duration { min(phaseEnd, nextTimeout?.date ?? phaseEnd) }

  /// The uptime at which the phase ends by itself.
  var phaseEnd: Duration {
    switch phase {
    case .attempting(_, let end), .waiting(let end): end
    case .refused: .zero
    // A poll is not held for nobody.
    case .holding(_, let end): waiters.isEmpty ? .zero : end
    }
  }

  /// The waiter whose time is over first, and when.
  ///
  /// One of several leaves the rest to wait, and learns of it no sooner than of any other failure. One that is
  /// alone takes the flight with it, which is then held if need be.
  var nextTimeout: (waiter: Waiter, date: Duration)? {
    switch phase {
    case .refused, .holding: return nil
    case .attempting, .waiting: break
    }
    guard let first = waiters.min(by: { $0.isOverBefore($1) }) else { return nil }
    return (first, isAlone(first.id) ? first.deadline : max(first.deadline, holdUntil ?? .zero))
  }

  /// Whether nobody but `waiter` wants the flight.
  func isAlone(_ waiter: WaiterID) -> Bool {
    waiters.count == 1 && waiters.first?.id == waiter && !isPolled
  }
}
