package import Reactor
package import StatusCore

/// The resources that there are, in the order in which they are listed.
@LoopActor
package final class Resources {
  package let all: [Resource]
  private let byName: [String: Resource]

  init(_ all: [Resource]) {
    self.all = all
    byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name.rawValue, $0) })
  }

  /// The resource of that name; nil for a name that nothing has.
  package subscript(name: String) -> Resource? { byName[name] }

  /// The resource of a name that stands in one of the engine's own values.
  package subscript(name: ResourceName) -> Resource? { byName[name.rawValue] }
}
