import JSONRPC
import Jansson
import StatusCore

/// `$/cancelRequest`: ends the wait for one request, whose response is `requestCancelled`.
struct CancelRequest: Method {
  unowned let session: Session

  let signature = MethodSignature("$/cancelRequest", [.required("id", .requestID)])

  /// True: it is about requests that came before the end.
  var isServedToTheEnd: Bool { true }

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    if let id = arguments.requestID("id") { session.cancel(id) }
    return .result(.null)
  }
}
