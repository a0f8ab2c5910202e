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

  /// What a session without a view of its own sees.
  package init(_ snapshot: ResourceSnapshot) {
    (failure, autoPolling) = (snapshot.failure, snapshot.autoPolling)
  }
}
