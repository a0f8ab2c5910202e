import JSONRPC
import StatusCore

/// `rpc.discover`: returns the OpenRPC document of this binary (OpenRPC 1.3, Service Discovery Method).
struct Discover: Method {
  let signature = MethodSignature("rpc.discover")

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(SchemaDocument.openRPC)
  }
}
