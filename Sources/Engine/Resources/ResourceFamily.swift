import Providers
package import Reactor
package import StatusCore
import Text

/// A parameterised resource: it has a value for each set of arguments, and none of its own.
@LoopActor
package final class ResourceFamily {
  package nonisolated let name: ResourceName
  package nonisolated let shape: ResourceShape
  /// The names of its parameters, in the order of its source.
  package nonisolated let parameters: [String]
  private(set) var entry: Configuration.Resource
  private var template: SourceTemplate
  private(set) var customOptions: CustomOptions
  private var byArguments: [ResourceArguments: Resource] = [:]
  /// The highest revision that an instance had when it was dropped: one that comes back goes on from there.
  private(set) var revision = 0

  init(_ entry: Configuration.Resource, at template: SourceTemplate, customOptions: CustomOptions) {
    name = entry.name
    shape = entry.shape
    parameters = template.parameters
    self.entry = entry
    self.template = template
    self.customOptions = customOptions
  }

  /// Its instances, in the order of their arguments.
  package var instances: [Resource] {
    byArguments.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The instance with these arguments; nil if there is none at present.
  subscript(arguments: ResourceArguments) -> Resource? { byArguments[arguments] }
}

extension ResourceFamily {
  /// The configuration of an instance.
  ///
  /// - Throws: Why these cannot be its arguments.
  func entry(of arguments: ResourceArguments) throws(ArgumentFault) -> Configuration.Resource {
    try check(arguments)
    var entry = entry
    entry.source = try template.address(with: arguments)
    return entry
  }

  /// Checks that the arguments are exactly those that it takes.
  private func check(_ arguments: ResourceArguments) throws(ArgumentFault) {
    for argument in arguments.all where !parameters.contains(argument.name) {
      let nearest = argument.name.nearest(in: parameters)
      let hint = nearest.map { "did you mean \($0)?" } ?? "it takes \(parameters.joined(separator: ", "))"
      throw ArgumentFault(
        argument.name, .unknown, "is no argument of \(name); \(hint)", suggestion: nearest)
    }
    for name in parameters where arguments[name] == nil { throw ArgumentFault(name, .missing, "is required") }
  }

  /// The configuration was read again.
  func update(
    _ fresh: Configuration.Resource, at template: SourceTemplate, customOptions: CustomOptions? = nil
  ) {
    entry = fresh
    if let customOptions { self.customOptions = customOptions }
    self.template = template
  }

  func add(_ instance: Resource) {
    if let arguments = instance.id.arguments { byArguments[arguments] = instance }
  }

  func remove(_ instance: Resource) {
    guard let arguments = instance.id.arguments else { return }
    revision = max(revision, instance.snapshot.revision)
    byArguments[arguments] = nil
  }
}
