/// What tells resources apart: the name and, of an instance of a parameterised resource, its arguments.
package struct ResourceID: Hashable, Sendable {
  package let name: ResourceName
  /// nil for a resource that takes none.
  package let arguments: ResourceArguments?

  package init(_ name: ResourceName, _ arguments: ResourceArguments? = nil) {
    self.name = name
    self.arguments = arguments
  }

  package static let state = ResourceID(.state)
  package static let menu = ResourceID(.menu)
  /// The location in failures; no resource has this id.
  package static let location = ResourceID(.location)
}
