import JSONRPC
import Jansson
import StatusCore

/// `exit`: ends the process, with status 0 after `shutdown` and 1 without.
struct Exit: Method {
  unowned let session: Session

  let signature = MethodSignature("exit")

  var isServedToTheEnd: Bool { true }

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    session.exit()
    return .result(.null)
  }
}
