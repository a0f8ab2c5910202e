import JSONRPC
import StatusCore

/// `refresh`: one fetch of a resource, which never turns polling on.
struct Refresh: Method {
  let resources: Resources

  let signature = MethodSignature(
    "refresh", [.optional("resource", .string), .optional("timeout", .number(0.05...3_600))])

  func wait(_ arguments: Arguments) -> Wait? {
    let resource = try? resources.named(in: arguments)
    return resource.map { Wait(operation: operation(arguments), resource: $0.name) }
  }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    .later(.fetch(of: try resources.named(in: arguments), for: operation(arguments)))
  }

  private func operation(_ arguments: Arguments) -> Operation {
    Operation(signature.name, timeout: arguments.duration("timeout"))
  }
}
