@_exported public import StatusdTypes

/// A part of the screen: it shows a resource, or one instance of a parameterised resource.
public struct Part: Hashable, Sendable {
  /// What a part makes of its value.
  public enum Shape: Hashable, Sendable {
    /// Items on a map.
    case fleet
    /// Sections with items.
    case menu
    /// The value as it is.
    case any
  }

  /// What buttons and screens call it.
  public let name: String
  /// What it makes of the value.
  public let shape: Shape
  /// What it shows.
  public let resource: ResourceID

  /// `resource`: nil for the one that has the part's name.
  public init(_ name: String, _ shape: Shape, of resource: ResourceID? = nil) {
    self.name = name
    self.shape = shape
    self.resource = resource ?? ResourceID(name)
  }
}
