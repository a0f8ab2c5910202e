import Engine
import JSONRPC
import Jansson
import StatusCore

/// `set_auto_polling`: switches the polling of a resource on or off.
struct MCPSetAutoPolling: MCPTool {
  unowned let profile: MCPProfile
  let owner: Owner

  let signature = MethodSignature.tool(
    "set_auto_polling",
    [
      .required("enabled", .boolean), .optional("interval", .number(0.1...86_400)),
      .optional("resource", .string), .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let resource = try arguments.resource(among: profile.engine.resources)
    resource.setPolling(
      arguments.boolean("enabled") ?? false, interval: arguments.duration("interval"), for: owner)
    let tail = profile.encoder.tail(of: resource.snapshot)
    return .result(
      MCPToolContent(JSONText { $0.polling(of: resource.id, as: tail) }).text(in: call.version))
  }
}
