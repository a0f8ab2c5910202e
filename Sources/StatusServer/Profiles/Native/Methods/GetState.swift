import Engine
import JSONRPC
import StatusCore

/// `getState`: returns the present snapshot of a resource without a fetch.
struct GetState: Method {
  let resources: Resources
  let encoder: SnapshotEncoder

  let signature = MethodSignature(
    "getState", [.optional("resource", .string), .optional("arguments", .object)])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(encoder.snapshot(of: try arguments.resource(among: resources)))
  }
}
