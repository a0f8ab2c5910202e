/// A fetch under way: its attempts, and who waits for it.
struct Flight: Hashable, Sendable {
  let id: FlightID
  var phase: Phase
  /// In the order in which they came.
  var waiters: [WaiterID] = []
  /// Whether it is a poll, or a poll has joined it: then it ends by itself and not with its last waiter.
  var isPolled = false
  var maxAttempts: Int
  /// The uptime at which it is over, whatever is under way then.
  var deadline: Duration
  /// Those that have failed, in order.
  var attempts: [Attempt] = []
  /// What an abort goes back to.
  let statusBefore: ResourceStatus

  enum Phase: Hashable, Sendable {
    /// An attempt is under way.
    case attempting(since: Duration, until: Duration)
    /// An attempt failed, and the next begins then.
    case waiting(until: Duration)
    /// Nobody will be asked: a fence stands, and the flight ends as soon as its owner looks.
    case refused(Problem)

    /// An attempt that begins now, within its own time and the flight's.
    static func attempting(at now: Moment, _ policy: FetchPolicy, _ deadline: Duration) -> Phase {
      .attempting(since: now.uptime, until: min(now.uptime + policy.attemptTimeout, deadline))
    }
  }

  /// Somebody else has joined who waits until `newDeadline`.
  mutating func extend(to newDeadline: Duration, _ policy: FetchPolicy) {
    deadline = max(deadline, newDeadline)
    guard case .attempting(let start, _) = phase else { return }
    phase = .attempting(since: start, until: min(start + policy.attemptTimeout, deadline))
  }

  /// A poll has joined, which waits for as long as any.
  mutating func joinPoll(_ policy: FetchPolicy, at now: Moment) {
    isPolled = true
    extend(to: now.uptime + policy.totalTimeout, policy)
  }

  /// The newest attempt: the one under way, or the one that failed.
  var attempt: AttemptID {
    AttemptID(flight: id, number: isAttempting ? attempts.count + 1 : attempts.count)
  }

  var isAttempting: Bool {
    if case .attempting = phase { true } else { false }
  }

  var isRefused: Bool {
    if case .refused = phase { true } else { false }
  }

  /// The uptime at which something has to be done.
  var wakeAt: Duration {
    switch phase {
    case .attempting(_, let end), .waiting(let end): end
    case .refused: .zero
    }
  }
}
