import Reactor
import StatusCore

/// The resources that there are, in the order in which they are listed.
@LoopActor
final class Resources {
  let all: [Resource]

  init(_ all: [Resource]) {
    self.all = all
  }

  /// The resource of that name.
  ///
  /// - Parameter path: Where the name stands in the params, as a JSON Pointer.
  func named(_ name: String, path: String = "/resource") throws(Problem) -> Resource {
    if let resource = all.first(where: { $0.name.rawValue == name }) { return resource }
    throw .unknownName(name, of: "resource", known: all.map(\.name.rawValue), path: path)
  }

  /// A resource that there always is.
  func known(_ name: ResourceName) -> Resource {
    guard let resource = all.first(where: { $0.name == name }) else {
      preconditionFailure("no resource \(name)")
    }
    return resource
  }
}
