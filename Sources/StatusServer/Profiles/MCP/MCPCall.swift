import JSONRPC
import Jansson
import Reactor
import StatusCore

/// What is known of a request until its response: the version that it speaks, and what its error needs to say.
@LoopActor
final class MCPCall: CallNote {
  /// What an error says that has a code or members of this protocol's own.
  enum ErrorForm {
    /// -32022.
    case unsupportedVersion(requested: String)
    /// -32021: the client must be able to show a form.
    case needsElicitation
    /// -32002 in a session with a handshake, else -32602.
    case resourceNotFound(uri: String)
  }

  let version: MCPVersion
  let id: RequestID?
  let meta: MCPMeta
  /// Whether it calls a tool that there is: a failure is a result then.
  var isToolCall = false
  var errorForm: ErrorForm?
  /// Whether it is a request `subscriptions/listen`.
  var isListening = false
  /// Whether its result asks the client for more.
  var isInputRequired = false
  /// Whether its result is a task, which goes on.
  var isTask = false
  /// What a repeated call brings back: the `requestState` and the `inputResponses` of its params.
  var (requestState, inputResponses): (String?, JSONValue?)
  /// What the client is sent while the call waits; nil if it asked for nothing.
  var progress: MCPProgress.Entry?

  init(_ version: MCPVersion, id: RequestID? = nil, meta: MCPMeta = MCPMeta()) {
    (self.version, self.id, self.meta) = (version, id, meta)
  }
}

extension RequestID {
  /// Whether it is an id in this protocol.
  var isOfMCP: Bool { isStringOrWholeNumber }
}
