import Engine
import JSONRPC
import Jansson
import StatusCore

/// `getLocation`: returns the present snapshot of the location without starting its source.
struct GetLocation: Method {
  unowned let session: Session

  let signature = MethodSignature("getLocation")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(session.encoder.snapshot(of: session.engine.location))
  }
}
