import Engine
import JSONRPC
import Jansson
import StatusCore

/// `getLocation`: the location's snapshot as it is; it starts nothing.
struct GetLocation: Method {
  let location: Location

  let signature = MethodSignature("getLocation")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(JSONText { $0.location(location.snapshot) })
  }
}
