package import StatusCore

/// A part of a screen: it shows a resource, or one instance of a parameterised resource.
package struct ScreenPart: Hashable, Sendable {
  /// What buttons and screens call it.
  package let name: String
  package let resource: ResourceID
  /// What it makes of the value: the resource's own shape, or `any`.
  package let shape: ResourceShape

  package init(_ name: String, _ resource: ResourceID, _ shape: ResourceShape) {
    self.name = name
    self.resource = resource
    self.shape = shape
  }
}

/// How exactly a screen says how old something is, and how long something takes.
package enum WordUnit: String, CaseIterable, Sendable {
  case seconds
  /// Waits are rounded up to whole minutes.
  case minutes
  /// Not at all.
  case none
}
