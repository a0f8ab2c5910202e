package import Jansson

/// What one frame holds.
package enum FrameContent {
  case single(Message)
  /// In the order of the text; never empty.
  case batch([Message])
}

/// One message, sorted by what has to be done with it.
package enum Message {
  case call(Call)
  /// Gets an error response under that id, whatever it was meant to be.
  case invalid(RequestID, ProtocolProblem)
  /// A response, which never gets one itself.
  case ignored
}

/// A request, or a notification when it has no id.
package struct Call {
  package let id: RequestID?
  package let method: String
  /// An object or an array with something in it; nil for absent, null and empty params.
  package let params: JSONValue?
  /// Whether the params came as an array, be it an empty one.
  let isPositional: Bool
  /// Params that could not be read; `params` is nil then.
  let unreadable: UnreadableParams?
  /// The text of `params`, kept for the protocol's own methods (`$/…`): they speak of ids, which are
  /// compared as they are written.
  let paramsText: [UInt8]

  init(
    id: RequestID?, method: String, params: JSONValue? = nil, isPositional: Bool = false,
    unreadable: UnreadableParams? = nil, paramsText: [UInt8] = []
  ) {
    self.id = id
    self.method = method
    self.params = params
    self.isPositional = isPositional
    self.unreadable = unreadable
    self.paramsText = paramsText
  }
}
