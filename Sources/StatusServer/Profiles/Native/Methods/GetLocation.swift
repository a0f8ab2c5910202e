import Engine
import JSONRPC
import Jansson
import StatusCore

/// `getLocation`: returns the present snapshot of the location without starting its source.
struct GetLocation: Method {
  let location: Location

  let signature = MethodSignature("getLocation")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(JSONText { $0.location(location.snapshot) })
  }
}
