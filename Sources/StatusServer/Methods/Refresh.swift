import JSONRPC
import StatusCore

/// `refresh`: one fetch of a resource, which never turns polling on.
struct Refresh: Method {
  let resources: Resources

  let signature = MethodSignature(
    "refresh", [.optional("resource", .string), .optional("timeout", .number(0.05...3_600))])

  var mayWait: Bool { true }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    let resource = try resources.named(arguments.string("resource") ?? ResourceName.state.rawValue)
    let timeout = arguments.number("timeout").map { Duration.seconds($0) }
    return .later(.fetch(of: resource, for: Operation(signature.name, timeout: timeout)))
  }
}
