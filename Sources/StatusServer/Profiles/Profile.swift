import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// A protocol on top of JSON-RPC: its methods, its handshake, and the encoding of outcomes and changes.
///
/// A profile belongs to one session and keeps what the handshake has agreed on.
@LoopActor
protocol Profile: AnyObject {
  /// All methods by their names.
  var methods: MethodTable { get }

  /// Encodes the response to a request.
  func response(to id: RequestID, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter)

  /// The methods of the notifications: of the state of a resource, and of the location.
  var notificationMethods: (resource: String, location: String) { get }

  /// Whether the client wants notifications of this kind.
  func wants(_ change: Change) -> Bool

  /// Encodes the notification that publishes the present state of what has changed.
  ///
  /// - Parameter coalesced: How many older notifications this one replaces.
  func notification(of change: Change, coalesced: Int, in json: inout JSONWriter)
}

extension Profile {
  /// The response of JSON-RPC 2.0, section 5.
  func response(to id: RequestID, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter) {
    switch outcome {
    case .success(let result): json.response(to: id, result: result)
    case .failure(let failure): json.response(to: id) { $0.errorObject(failure) }
    }
  }
}
