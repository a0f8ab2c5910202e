import Engine
import JSONRPC
import Jansson
import StatusCore

/// `setAutoPolling`: switches the polling of a resource on or off.
struct SetAutoPolling: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "setAutoPolling",
    [
      .required("enabled", .boolean), .optional("interval", .number(0.1...86_400)),
      .optional("resource", .string), .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    // Held once: each look at an unowned reference holds it again.
    let session = session
    let resource = try arguments.resource(among: session.engine.resources)
    resource.setPolling(
      arguments.boolean("enabled") ?? false, interval: arguments.duration("interval"), for: session.owner)
    let tail = session.encoder.tail(of: resource.snapshot)
    return .result(JSONText { $0.polling(of: resource.id, as: tail) })
  }
}
