/// How one fetch of a resource ended.
package struct FetchSample: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case ok
    case failed(FailureKind)
  }

  /// When the fetch ended.
  package let endedAt: Timestamp
  package let outcome: Outcome
  /// The HTTP status of the last response; nil where there was none.
  package let status: Int?
  package let attempts: Int
  /// From the first attempt to the end, the waits between attempts included.
  package let duration: Duration
  /// The size of the body; nil where there was none.
  package let bytes: Int?

  package init(
    endedAt: Timestamp, outcome: Outcome, status: Int?, attempts: Int, duration: Duration, bytes: Int?
  ) {
    (self.endedAt, self.outcome, self.status) = (endedAt, outcome, status)
    (self.attempts, self.duration, self.bytes) = (attempts, duration, bytes)
  }
}

extension FetchSample.Outcome: RawRepresentable {
  /// `ok`, or the name of a kind; nil for another word.
  package init?(rawValue: String) {
    guard rawValue != "ok" else {
      self = .ok
      return
    }
    guard let kind = FailureKind(rawValue: rawValue) else { return nil }
    self = .failed(kind)
  }

  package var rawValue: String {
    switch self {
    case .ok: "ok"
    case .failed(let kind): kind.rawValue
    }
  }
}
