import JSONRPC
import Jansson
import StatusCore

/// `shutdown`: no more requests are served after it; its result is null, as in LSP.
struct Shutdown: Method {
  unowned let session: Session

  let signature = MethodSignature("shutdown")

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    session.stopServing()
    return .result(.null)
  }
}
