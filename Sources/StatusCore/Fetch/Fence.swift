/// A server's wish to be left alone for a while: a Retry-After too long to be waited out within a fetch.
///
/// Until it has passed polls wait, and what a person asks for fails at once.
package struct Fence: Hashable, Sendable {
  /// The uptime until which it stands.
  package let end: Duration
  /// What the server said.
  let kind: FailureKind
  let status: Int?

  package init(end: Duration, raisedBy problem: Problem) {
    self.end = end
    kind = problem.kind
    status = problem.detail.status
  }

  /// What a fetch fails with that comes before the end.
  func problem(at uptime: Duration) -> Problem {
    var detail = FailureDetail()
    detail.status = status
    let left = end - uptime
    return Problem(
      kind, detail: detail, retryAfter: left,
      explanation: "The server asked to be left alone for another \(left.wholeSecondsUp) seconds.")
  }
}

/// The fences that stand, by the origin that asked for each.
package struct Fences: Sendable {
  private var fences: [String: Fence] = [:]

  package init() {}

  /// The fence around `origin`, if it still stands.
  package func fence(around origin: String, at uptime: Duration) -> Fence? {
    fences[origin].flatMap { $0.end > uptime ? $0 : nil }
  }

  /// Raises a fence; one that stands longer stays.
  package mutating func raise(_ fence: Fence, around origin: String, at uptime: Duration) {
    fences = fences.filter { $0.value.end > uptime }
    if let present = fences[origin], present.end >= fence.end { return }
    fences[origin] = fence
  }
}

extension Duration {
  /// Seconds, rounded up: whoever waits for that long is not too early.
  var wholeSecondsUp: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}
