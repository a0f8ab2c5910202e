import Engine
import Reactor
import StatusCore

/// What a session sees in its own way that is one of several: what it wants polled, and the failures of its own calls.
@LoopActor
final class SharedView {
  private let owner: Owner
  private unowned let resources: Resources
  /// The failures with which calls of this session have ended, by their resources.
  private var own: [ResourceID: FailureID] = [:]
  /// More are swept.
  private static let most = 256

  init(_ owner: Owner, _ resources: Resources) {
    (self.owner, self.resources) = (owner, resources)
  }

  /// A call of this session has ended with a failure.
  func note(_ failure: Failure) {
    guard let resource = failure.resourceID else { return }
    own[resource] = failure.id
    guard own.count > Self.most else { return }
    own = own.filter { resources[$0]?.snapshot.failure?.id == $1 }
  }

  /// The last members of a snapshot.
  ///
  /// A failure that another session has caused is no alert here: nobody has pressed a button.
  func tail(of snapshot: ResourceSnapshot) -> SnapshotTail {
    var tail = SnapshotTail(snapshot)
    if let failure = snapshot.failure, failure.presentation == .alert, own[snapshot.id] != failure.id {
      tail.presentation = .silent
    }
    guard let (wanted, effective) = resources[snapshot.id]?.polling(wantedBy: owner) else { return tail }
    if wanted != effective { tail.autoPolling = snapshot.autoPolling.wanted(wanted) }
    tail.effective = effective
    return tail
  }
}
