/// When the source of the location is asked: one attempt after each interval, with the backoff of polls.
///
/// The owner reports every event, performs the action that a method returns, and calls ``timePassed(at:fence:)``
/// at ``wakeAt``.
package struct LocationPolling: Hashable, Sendable {
  /// What the owner has to do.
  package enum Action: Hashable, Sendable {
    /// Start an attempt.
    case start
    /// Report this problem: the server asked to be left alone.
    case refuse(Problem)
    /// End the attempt under way, and report how far it got.
    case expire
  }

  private struct Attempt: Hashable {
    /// Whether the schedule began it; a failed attempt that somebody asked for does not slow the polls.
    let isPoll: Bool
    /// The uptime at which its time is over.
    let end: Duration
  }

  private var schedule: PollSchedule
  private let timeout: Duration
  private var attempt: Attempt?

  /// - Parameters:
  ///   - interval: From the end of one attempt to the beginning of the next.
  ///   - timeout: The time for one attempt.
  package init(interval: Duration, timeout: Duration = FetchPolicy().attemptTimeout) {
    schedule = PollSchedule(interval: interval)
    self.timeout = timeout
  }

  /// The uptime at which the owner has to call ``timePassed(at:fence:)``; nil for never.
  package var wakeAt: Duration? { attempt?.end ?? schedule.next }
}

// MARK: Asking

extension LocationPolling {
  /// Somebody wants the location from now on, so the source is asked at once.
  ///
  /// - Parameter fence: The fence around the source, if one stands.
  package mutating func start(at now: Duration, fence: Fence?) -> Action {
    schedule.set(isEnabled: true, interval: nil, isFetching: false, at: now)
    return ask(isPoll: true, at: now, fence)
  }

  /// Nobody wants the location any more; the owner has ended the attempt under way.
  package mutating func stop(at now: Duration) {
    attempt = nil
    schedule.set(isEnabled: false, interval: nil, isFetching: false, at: now)
  }

  /// Somebody asks for another attempt at once.
  ///
  /// - Returns: Nil if an attempt is under way, whose outcome is as good.
  package mutating func tryAgain(at now: Duration, fence: Fence?) -> Action? {
    attempt == nil ? ask(isPoll: false, at: now, fence) : nil
  }

  /// Time has passed.
  package mutating func timePassed(at now: Duration, fence: Fence?) -> Action? {
    if let attempt { return attempt.end <= now ? .expire : nil }
    guard let next = schedule.next, next <= now else { return nil }
    guard let fence else { return ask(isPoll: true, at: now, nil) }
    // Nobody waits for a poll, so it waits without a word.
    schedule.postpone(to: fence.end)
    return nil
  }

  private mutating func ask(isPoll: Bool, at now: Duration, _ fence: Fence?) -> Action {
    if let fence {
      schedule.postpone(to: fence.end)
      return .refuse(fence.problem(at: now))
    }
    schedule.pollStarted()
    attempt = Attempt(isPoll: isPoll, end: now + timeout)
    return .start
  }
}

// MARK: Ending

extension LocationPolling {
  /// The attempt brought a position, or confirmed the one that is kept.
  ///
  /// - Parameter freshFor: How long the server considers it fresh.
  package mutating func succeeded(freshFor: Duration?, at now: Duration, using chance: inout SplitMix64) {
    attempt = nil
    schedule.fetchSucceeded(freshFor: freshFor, at: now, using: &chance)
  }

  /// The attempt failed.
  ///
  /// - Returns: The fence to put up, if the server asks for a wait that is too long for a fetch.
  package mutating func failed(
    with problem: Problem, at now: Duration, using chance: inout SplitMix64
  ) -> Fence? {
    let isPoll = attempt?.isPoll ?? true
    attempt = nil
    let end = problem.retryAfter.map { now + $0 }
    schedule.fetchFailed(ofPoll: isPoll, notBefore: end, at: now, using: &chance)
    guard let end, end - now > RetryPolicy.longestPatience else { return nil }
    return Fence(end: end, raisedBy: problem)
  }
}
