import JSONRPC
import Reactor
import StatusCore

/// The resources that there are, in the order in which they are listed.
@LoopActor
final class Resources {
  let all: [Resource]

  init(_ all: [Resource]) {
    self.all = all
  }

  /// The resource that the param `resource` names, and without it `state`.
  func named(in arguments: Arguments) throws(Problem) -> Resource {
    let name = arguments.string("resource") ?? ResourceName.state.rawValue
    if let resource = all.first(where: { $0.name.rawValue == name }) { return resource }
    throw .unknownName(
      name, of: "resource", known: all.map(\.name.rawValue), path: arguments.path(of: "resource"))
  }

  /// A resource that there always is.
  func known(_ name: ResourceName) -> Resource {
    guard let resource = all.first(where: { $0.name == name }) else {
      preconditionFailure("no resource \(name)")
    }
    return resource
  }
}
