import JSONRPC
import StatusCore

/// `getState`: returns the present snapshot of a resource without a fetch.
struct GetState: Method {
  unowned let session: Session

  let signature = MethodSignature("getState", [.optional("resource", .string)])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(session.encoder.snapshot(of: try arguments.resource(of: session.engine)))
  }
}
