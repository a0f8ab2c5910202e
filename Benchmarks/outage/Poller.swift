import StatusCore

/// One daemon: the shell around a ``ResourceMachine``, as the engine's `Resource` is.
struct Poller {
  private static let id = ResourceID(ResourceName(rawValue: "state"))
  private static let value = ResourceValue(normalised: Array("1".utf8))

  private var machine: ResourceMachine
  private var chance: SplitMix64
  private var request: (attempt: AttemptID, response: Origin.Response)?
  /// Whether the newest fetch succeeded.
  private var isCurrent = false

  /// - Parameter seed: That of the daemon's process.
  init(_ policy: FetchPolicy, seed: UInt64) {
    machine = ResourceMachine(resource: Self.id, policy: policy)
    chance = SplitMix64(seed: seed)
  }

  private var wakeAt: Duration? {
    guard let response = request?.response.date else { return machine.wakeAt }
    return min(response, machine.wakeAt ?? response)
  }

  /// What the poller did at one date.
  struct Step {
    /// Its requests to the origin.
    let requests: Int
    /// Whether its newest fetch succeeded: before, and now.
    let current: (before: Bool, now: Bool)
    /// When it has something to do next; nil for never.
    let wakeAt: Duration?
  }

  /// Does what is due.
  ///
  /// Everything is reported at once, because a look at a poller from outside would copy its machine.
  mutating func proceed(at uptime: Duration, _ origin: inout Origin) -> Step {
    let before = isCurrent
    let requests = requests(at: uptime, &origin)
    return Step(requests: requests, current: (before, isCurrent), wakeAt: wakeAt)
  }

  private mutating func requests(at uptime: Duration, _ origin: inout Origin) -> Int {
    let now = Moment(uptime: uptime, time: Self.time(at: uptime))
    var requests = 0
    if !machine.isPolled, let attempt = machine.setPolling(true, at: now) {
      requests += start(attempt, at: now, &origin)
    }
    if let (attempt, response) = request, response.date <= uptime { end(attempt, response.problem, at: now) }
    var ledger = FailureLedger()
    while let due = machine.timePassed(at: now, fence: nil, using: &chance, recording: &ledger) {
      requests += perform(due, at: now, &origin)
    }
    return requests
  }

  private mutating func perform(
    _ due: ResourceMachine.DueAction, at now: Moment, _ origin: inout Origin
  ) -> Int {
    switch due {
    case .start(let attempt): return start(attempt, at: now, &origin)
    case .expire(let attempt): end(attempt, Problem(.timeout), at: now)
    case .fail: isCurrent = false
    case .timeOut, .giveUp: preconditionFailure("nobody waits for a poll")
    case .look: break
    }
    return 0
  }

  private mutating func start(_ attempt: AttemptID, at now: Moment, _ origin: inout Origin) -> Int {
    request = (attempt, origin.response(at: now.uptime))
    return 1
  }

  private mutating func end(_ attempt: AttemptID, _ problem: Problem?, at now: Moment) {
    request = nil
    guard let problem else { return succeed(attempt, at: now) }
    // Nobody asks for the failures of so many daemons, so none of them keeps a ledger.
    var ledger = FailureLedger()
    let action = machine.attemptFailed(
      attempt, with: problem, at: now, using: &chance, recording: &ledger)
    if case .fail = action { isCurrent = false }
  }

  private mutating func succeed(_ attempt: AttemptID, at now: Moment) {
    let value = machine.snapshot.value == nil ? Self.value : nil
    _ = machine.attemptSucceeded(attempt, with: value, at: now, using: &chance)
    isCurrent = true
  }

  private static func time(at uptime: Duration) -> Timestamp {
    let (seconds, attoseconds) = uptime.components
    return Timestamp(millisecondsSince1970: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}
