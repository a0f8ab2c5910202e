import Engine
import JSONRPC
import Jansson
import StatusCore

/// `listResources`: returns the snapshots of all resources without their values.
struct ListResources: Method {
  let resources: Resources

  let signature = MethodSignature("listResources")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(
      JSONText { json in
        json.object { json in
          json.member("resources") { $0.array(of: resources.all) { $0.resourceSummary($1.snapshot) } }
        }
      })
  }
}
