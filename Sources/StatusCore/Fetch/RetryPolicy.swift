/// How often and how soon one fetch repeats a failed attempt (`retry` in the configuration).
package struct RetryPolicy: Hashable, Sendable {
  /// `attempts`: the most attempts, including the first.
  package var maxAttempts = 3
  /// `base`: the longest wait before the second attempt; it doubles with each further attempt.
  package var base = Duration.milliseconds(200)
  /// `cap`: the longest wait between two attempts.
  package var cap = Duration.seconds(5)

  package init() {}

  /// The longest Retry-After that a fetch waits for; a longer one ends the fetch.
  package static let longestPatience = Duration.seconds(5)
}

extension RetryPolicy {
  /// The wait between a failed attempt and the next: exponential backoff with full jitter.
  ///
  /// After attempt `n` it is uniformly distributed from 0 to base × 2^(n−1), but at most to the cap. With a
  /// base of 0.2 s and a cap of 5 s:
  ///
  /// | attempt | longest wait |
  /// |---|---|
  /// | 1 | 0.2 s |
  /// | 2 | 0.4 s |
  /// | 3 | 0.8 s |
  /// | 6 and more | 5 s |
  ///
  /// If the server asks for a longer wait by Retry-After, that wait is used.
  ///
  /// - Parameter attempt: The number of the attempt that failed, from 1.
  package func wait(
    afterAttempt attempt: Int, retryAfter: Duration?, using chance: inout SplitMix64
  ) -> Duration {
    let longest = Backoff.wait(after: attempt - 1, base: base, cap: cap)
    return max(longest * chance.nextUnit(), retryAfter ?? .zero)
  }
}

extension Problem {
  /// Whether the same attempt is likely to succeed a moment later: ``FailureCatalogue/Repetition``.
  var isWorthRepeating: Bool {
    switch FailureCatalogue[kind].repeats {
    case .never: false
    case .always: true
    case .ifStatus(let isWorthIt): isWorthIt(detail.status)
    }
  }
}

extension Failure {
  /// Whether it may pass by itself: what an attempt is repeated for, a network that is away, a server that named a
  /// time, and a value that has not come yet.
  package var isTransient: Bool {
    record.problem.isWorthRepeating || kind == .offline || retryAfter != nil
      || kind == .missingData && detail.reason == "nothingRetained"
  }
}

/// Exponential backoff: the wait doubles with each failure, up to a cap.
package enum Backoff {
  /// The wait after a number of failures: `base` × 2^`failures`, but at most `cap`.
  ///
  /// With a base of 0.2 s and a cap of 5 s:
  ///
  /// | failures | 0 | 1 | 2 | 3 | 4 | 5 and more |
  /// |---|---|---|---|---|---|---|
  /// | wait | 0.2 s | 0.4 s | 0.8 s | 1.6 s | 3.2 s | 5 s |
  package static func wait(after failures: Int, base: Duration, cap: Duration) -> Duration {
    guard failures > 0 else { return min(base, cap) }
    // 2^40 times the shortest base exceeds every cap; a larger exponent would overflow.
    return min(base * (1 << min(failures, 40)), cap)
  }
}
