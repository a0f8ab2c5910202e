import JSONRPC
import Jansson
import StatusCore

/// `getState`: a resource's snapshot as it is, without a fetch.
struct GetState: Method {
  let resources: Resources

  let signature = MethodSignature("getState", [.optional("resource", .string)])

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    let resource = try resources.named(in: arguments)
    return .result(JSONText { $0.snapshot(resource.told) })
  }
}
