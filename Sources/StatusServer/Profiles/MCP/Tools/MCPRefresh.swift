import Engine
import JSONRPC
import StatusCore

/// `refresh`: fetches a resource once.
struct MCPRefresh: MCPTool {
  unowned let profile: MCPProfile

  let signature = MethodSignature.tool(
    "refresh",
    [
      .optional("resource", .string), .optional("timeout", .number(0.05...3_600)),
      .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let resource = try arguments.resource(among: profile.engine.resources)
    let operation = Operation("refresh", timeout: arguments.duration("timeout"))
    let (encoder, progress) = (profile.encoder, profile.progress)
    return .later(Wait(operation: operation, resource: resource)) {
      progress.begin(call, attemptsOf: resource.id, waitingFor: resource.id.title)
      // An agent does not flicker, so a failure is held back for nobody.
      return resource.fetch(operation, minimum: .zero).map { encoder.result(of: $0, in: call.version) }
    }
  }
}
