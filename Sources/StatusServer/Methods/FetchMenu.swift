import JSONRPC
import StatusCore

/// `fetchMenu`: one fetch of the menu.
struct FetchMenu: Method {
  let resources: Resources

  let signature = MethodSignature("fetchMenu")

  func wait(_ arguments: Arguments) -> Wait? {
    Wait(operation: Operation(signature.name), resource: .menu)
  }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    .later(.fetch(of: resources.known(.menu), for: Operation(signature.name)))
  }
}
