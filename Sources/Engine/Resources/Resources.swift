package import Reactor
package import StatusCore

/// All resources, in the order of `listResources`.
@LoopActor
package final class Resources {
  package let all: [Resource]
  /// The resource of a call that names none.
  package let state: Resource?
  private let byName: [String: Resource]

  init(_ all: [Resource]) {
    self.all = all
    byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name.rawValue, $0) })
    state = byName[ResourceName.state.rawValue]
  }

  /// The resource with a name that came from a client; nil if there is none.
  package subscript(name: String) -> Resource? { byName[name] }

  /// The resource with a name that came from the engine; nil for ``ResourceName/location``.
  package subscript(name: ResourceName) -> Resource? { byName[name.rawValue] }
}
