import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// `listResources`: returns the snapshots of all resources without their values; a parameterised one has a row with its
/// parameters, and behind it those of its instances.
struct ListResources: Method {
  unowned let session: Session

  let signature = MethodSignature("listResources")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let (entries, encoder) = (session.engine.resources.entries, session.encoder)
    return .result(
      JSONText { json in
        json.object { json in
          json.member("resources") { json in
            json.array { json in for entry in entries { json.rows(of: entry, by: encoder) } }
          }
        }
      })
  }
}

extension JSONWriter {
  @LoopActor
  fileprivate mutating func rows(of entry: Resources.Entry, by encoder: SnapshotEncoder) {
    switch entry {
    case .resource(let resource): text(encoder.summary(of: resource))
    case .family(let family):
      self.family(family)
      for instance in family.instances { text(encoder.summary(of: instance)) }
    }
  }
}
