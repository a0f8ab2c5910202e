import Jansson

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
  indirect case invalid(RequestID, ProtocolProblem)
  /// A response, which never gets one itself.
  case ignored
}

/// A request, or a notification when it has no id.
package struct Call {
  package let id: RequestID?
  package let name: MethodName
  /// nil for absent and null ones.
  package let params: Params?

  /// The method's name.
  package var method: String { name.description }
}
