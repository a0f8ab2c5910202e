import Engine
import JSONRPC
import StatusCore

/// `refresh`: fetches a resource once; it never turns polling on.
struct Refresh: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "refresh",
    [
      .optional("resource", .string), .optional("timeout", .number(0.05...3_600)),
      .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let operation = Operation(signature.name, timeout: arguments.duration("timeout"))
    return session.fetch(try arguments.resource(among: session.engine.resources), for: operation)
  }
}

extension Session {
  /// The method result of a call that fetches a resource.
  func fetch(_ resource: Resource, for operation: Operation) -> MethodResult {
    let (minimum, encoder, resources) = (minimumRequestTime, encoder, engine.resources)
    return .later(Wait(operation: operation, resource: resource)) {
      resource.fetch(operation, minimum: minimum).map { encoder.text(of: $0, in: resources) }
    }
  }
}
