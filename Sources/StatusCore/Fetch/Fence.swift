/// A period in which a server must not be asked, because its Retry-After is too long for one fetch to wait.
///
/// Until it ends, polls wait and fetches that a client asks for fail at once.
package struct Fence: Hashable, Sendable {
  /// The uptime at which the fence ends.
  package let end: Duration
  /// The kind of the problem that the server reported.
  let kind: FailureKind
  let status: Int?

  package init(end: Duration, raisedBy problem: Problem) {
    self.end = end
    kind = problem.kind
    status = problem.detail.status
  }

  /// The problem of a fetch that begins before the end of the fence.
  func problem(at uptime: Duration) -> Problem {
    var detail = FailureDetail()
    detail.status = status
    let left = end - uptime
    return Problem(
      kind, detail: detail, retryAfter: left,
      explanation: .request(.heldBack(seconds: left.wholeSecondsUp)))
  }
}

/// The fences around all origins (`Source.origin`).
package struct Fences: Sendable {
  private var fences: [String: Fence] = [:]

  package init() {}

  /// The fence around `origin`; nil if none stands any more.
  package func fence(around origin: String, at uptime: Duration) -> Fence? {
    fences[origin].flatMap { $0.end > uptime ? $0 : nil }
  }

  /// Takes all fences down: the servers that asked for them are there no more.
  package mutating func dropAll() {
    fences = [:]
  }

  /// Puts up a fence, unless one that lasts longer stands there.
  package mutating func raise(_ fence: Fence, around origin: String, at uptime: Duration) {
    fences = fences.filter { $0.value.end > uptime }
    if let present = fences[origin], present.end >= fence.end { return }
    fences[origin] = fence
  }
}

extension Duration {
  /// Whole seconds, rounded up so that a wait of this length is never too short.
  var wholeSecondsUp: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}
