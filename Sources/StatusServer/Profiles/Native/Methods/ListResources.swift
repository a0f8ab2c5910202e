import Engine
import JSONRPC
import Jansson
import StatusCore

/// `listResources`: returns the snapshots of all resources without their values.
struct ListResources: Method {
  unowned let session: Session

  let signature = MethodSignature("listResources")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let (encoder, resources) = (session.encoder, session.engine.resources.all)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("resources") { $0.array(of: resources) { $0.text(encoder.summary(of: $1)) } }
        }
      })
  }
}
