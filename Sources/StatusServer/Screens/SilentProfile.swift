import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// The profile of a session whose client is code in this process: it has no message to read or to write.
@LoopActor
private final class SilentProfile: Profile {
  func methods(of session: Session) -> MethodTable { MethodTable([]) }

  func wants(_ change: Change) -> Bool { false }

  func notification(of change: Change, coalesced: Int, in json: inout JSONWriter) {
    preconditionFailure("nothing is wanted")
  }
}

extension SessionProfile {
  /// No protocol at all.
  static let silent = SessionProfile(NotificationMethods(resource: "", location: "")) { _, _ in
    SilentProfile()
  }
}
