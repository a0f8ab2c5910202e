/// `retry`: how often and how soon what failed is repeated within one fetch.
package struct RetryPolicy: Hashable, Sendable {
  /// `attempts`: with the first.
  package var maxAttempts = 3
  /// `base`: the longest wait before the second attempt; it doubles with each further one.
  package var base = Duration.milliseconds(200)
  /// `cap`: the longest wait of all.
  package var cap = Duration.seconds(5)

  package init() {}

  /// Up to this a server's Retry-After is waited out within a fetch; a longer one ends it.
  package static let longestPatience = Duration.seconds(5)
}

extension RetryPolicy {
  /// The wait between a failed attempt and the next: exponential backoff with full jitter.
  ///
  /// After attempt `n` it is evenly spread from 0 up to base × 2^(n−1), but at most the cap. With a base of
  /// 0.2 s and a cap of 5 s:
  ///
  /// | attempt | longest wait |
  /// |---|---|
  /// | 1 | 0.2 s |
  /// | 2 | 0.4 s |
  /// | 3 | 0.8 s |
  /// | 6 and more | 5 s |
  ///
  /// A server that asks for more by Retry-After gets it.
  /// - Parameter attempt: The one that failed, from 1.
  package func wait(
    afterAttempt attempt: Int, retryAfter: Duration?, using chance: inout SplitMix64
  ) -> Duration {
    let longest = Backoff.wait(after: attempt - 1, base: base, cap: cap)
    return max(longest * chance.nextUnit(), retryAfter ?? .zero)
  }
}

extension Problem {
  /// Whether the same attempt may well succeed a moment later.
  ///
  /// What is `retry.safe` is more: there a person, a while later, may have better luck.
  var isWorthRepeating: Bool {
    switch kind {
    case .hostNotFound, .cannotConnect, .connectionLost, .timeout, .secureConnectionFailed,
      .badServerResponse, .tooManyRequests, .serviceUnavailable:
      true
    // 500, 502 and 504 pass; what a server has not implemented it will not have in a second either.
    case .serverError: detail.status.map { [500, 502, 504].contains($0) } ?? true
    // 425 Too Early (RFC 8470).
    case .unexpectedStatus: detail.status == 425
    // What would fail in the same way.
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
      .shuttingDown, .overloaded, .responseTooLarge, .offline, .certificateInvalid, .tooManyRedirects,
      .bodyTooLarge, .transportFailed, .badRequest, .unauthorized, .forbidden, .notFound, .missingData,
      .malformedData, .unexpectedShape, .locationUnavailable, .locationDenied, .locationNoFix,
      .locationNoDevice, .outOfSpace, .diskFull, .storeUnwritable, .storeCorrupt, .fileNotFound,
      .fileUnreadable, .commandFailed, .sourceMisconfigured, .failureNotFound, .optionNotFound,
      .alreadyRecovered, .nothingToRetry:
      false
    }
  }
}
