import JSONRPC
import StatusCore

/// `refresh`: one fetch of a resource, which never turns polling on.
struct Refresh: Method {
  let resources: Resources

  let signature = MethodSignature(
    "refresh", [.optional("resource", .string), .optional("timeout", .number(0.05...3_600))])

  func waits(_ arguments: Arguments) -> Bool {
    (try? resources.named(in: arguments)) != nil
  }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    let timeout = arguments.number("timeout").map { Duration.seconds($0) }
    let operation = Operation(signature.name, timeout: timeout)
    return .later(.fetch(of: try resources.named(in: arguments), for: operation))
  }
}
