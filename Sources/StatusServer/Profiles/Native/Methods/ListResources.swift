import Engine
import JSONRPC
import Jansson
import StatusCore

/// `listResources`: returns the snapshots of all resources without their values; a parameterised one has a row with its
/// parameters, and behind it those of its instances.
struct ListResources: Method {
  unowned let session: Session

  let signature = MethodSignature("listResources")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let rows = session.engine.resources.entries.flatMap(rows)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("resources") { $0.array(of: rows) { $0.text($1) } }
        }
      })
  }

  private func rows(of entry: Resources.Entry) -> [JSONText] {
    switch entry {
    case .resource(let resource): [session.encoder.summary(of: resource)]
    case .family(let family):
      [JSONText { $0.family(family) }] + family.instances.map { session.encoder.summary(of: $0) }
    }
  }
}
