import Reactor
package import StatusCore

/// What a session sees of a snapshot in its own way.
package typealias SnapshotView = @LoopActor (ResourceSnapshot) -> SnapshotTail

/// The last members of a snapshot, which a session may see in its own way; everything before them is the same for all.
package struct SnapshotTail {
  package let failure: Failure?
  /// How this session should show the failure; nil for the failure's own presentation.
  package var presentation: Presentation?
  package var autoPolling: AutoPolling
  /// What happens, where ``autoPolling`` says what the session wants; nil where these are one.
  package var effective: PollingSettings?

  /// What a session without a view of its own sees.
  package init(_ snapshot: ResourceSnapshot) {
    (failure, autoPolling) = (snapshot.failure, snapshot.autoPolling)
  }
}

extension SnapshotTail {
  /// Whether both are the same members behind the same snapshot.
  func hasMembers(of other: SnapshotTail) -> Bool {
    presentation == other.presentation && autoPolling == other.autoPolling && effective == other.effective
      && failure?.id == other.failure?.id
  }
}
