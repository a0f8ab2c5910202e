internal import StatusdTypes

/// What ends with the daemon's process.
struct Session: Sendable {
  /// Requests without a response yet, oldest first.
  var calls: [Request] = []
  var cancelled: Set<Int> = []
  /// Failures of responses that no snapshot has, oldest first.
  var failures: [FailureData] = []
  /// Ids of the failures that are alerts, in the order in which they came.
  var alerts: [String] = []
  var subscription: String?
  /// The snapshots that are of this process, and not of one before.
  var present: Set<ResourceID> = []
  var hasLocation = false

  /// A newer version of a failure takes the place of the older one.
  mutating func keep(_ failure: FailureData) {
    if let index = failures.firstIndex(where: { $0.failureId == failure.failureId }) {
      failures[index] = failure
    } else {
      failures.append(failure)
    }
  }

  mutating func drop(_ failureId: String) {
    failures.removeAll { $0.failureId == failureId }
  }
}
