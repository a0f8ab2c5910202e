import Engine
import JSONRPC
import StatusCore

/// `fetchMenu`: fetches the menu once.
struct FetchMenu: Method {
  unowned let session: Session

  let signature = MethodSignature("fetchMenu")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    guard let menu = session.engine.resources[.menu] else {
      throw Problem(
        ArgumentFault(nil, .missing, "is required: call refresh with it"), at: "/arguments",
        "params.arguments")
    }
    return session.fetch(menu, for: Operation(signature.name))
  }
}
