package import Engine
import Providers
package import Reactor
import StatusCore
package import Testing

/// The sources of the instances of parameterised resources, by the values of their arguments.
@LoopActor
package final class ScriptedInstances {
  private var sources: [[String]: ScriptedSource] = [:]
  /// How many were made.
  package private(set) var count = 0

  /// Makes the source of an instance; nil for a resource without arguments.
  func source(of id: ResourceID) -> ScriptedSource? {
    guard let values = id.arguments?.all.map(\.value) else { return nil }
    count += 1
    let source = ScriptedSource("test:\(values.joined(separator: ","))")
    sources[values] = source
    return source
  }

  /// The newest source of an instance.
  package subscript(values: String..., sourceLocation sourceLocation: SourceLocation = #_sourceLocation)
    -> ScriptedSource
  {
    if let source = sources[values] { return source }
    Issue.record("there is no instance \(values)", sourceLocation: sourceLocation)
    return ScriptedSource("nothing")
  }
}

extension Configuration {
  /// Adds `branches`, which takes a `branch`, and nothing slows down its failures.
  package mutating func addBranches(instances: Int = 256, from source: String = "file:{branch}.json") {
    self.instances = instances
    guard let address = try? SourceAddress(source) else { return }
    var resource = Resource(name: ResourceName(rawValue: "branches"), shape: .fleet, source: address)
    resource.policy.retry.maxAttempts = 1
    resources.append(resource)
  }
}
