import JSONRPC
import StatusCore

/// `fetchMenu`: one fetch of the menu.
struct FetchMenu: Method {
  let resources: Resources

  let signature = MethodSignature("fetchMenu")

  func waits(_ arguments: Arguments) -> Bool { true }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    .later(.fetch(of: resources.known(.menu), for: Operation(signature.name)))
  }
}
