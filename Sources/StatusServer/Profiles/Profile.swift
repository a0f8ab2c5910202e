import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// A protocol that a session speaks on top of JSON-RPC: its methods, its handshake, and how an outcome and a
/// change are encoded.
///
/// A profile belongs to one session and keeps what the handshake has agreed on.
@LoopActor
protocol Profile: AnyObject {
  /// Every method that there is, by its name.
  var methods: Router<any Method> { get }

  /// The response to a request.
  func response(to id: RequestID, with outcome: Result<JSONText, Failure>) -> JSONText

  /// Whether the client wants to be notified of such a change.
  func wants(_ change: Change) -> Bool

  /// The notification that reports the present state of what has changed.
  ///
  /// - Parameter coalesced: How many notifications it stands for beside its own.
  func notification(of change: Change, coalesced: Int) -> JSONText
}

extension Profile {
  /// The responses of JSON-RPC 2.0 itself, section 5.
  func response(to id: RequestID, with outcome: Result<JSONText, Failure>) -> JSONText {
    switch outcome {
    case .success(let result): OutgoingMessage.result(result, for: id)
    case .failure(let failure): OutgoingMessage.failure(failure, for: id)
    }
  }
}
