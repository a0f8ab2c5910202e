public import StatusdTypes

/// A resource that a screen is to show, or an instance of a parameterised one.
public struct Part: Hashable, Sendable {
  /// What it shows; nil for the resource of the part's own name.
  public var resource: ResourceID?
  /// `any` for the value as it is; nil for the shape of the resource.
  public var shape: ScreenShape?

  /// Nil where a name says enough.
  public init(_ resource: ResourceID? = nil, shape: ScreenShape? = nil) {
    self.resource = resource
    self.shape = shape
  }

  var json: JSONValue {
    var members = resource?.params ?? [:]
    members["shape"] = (shape?.rawValue).map(JSONValue.string)
    return .object(members)
  }
}

extension Screen {
  /// How often words such as "3 min ago" change.
  public enum Words: String, Sendable {
    case seconds
    case minutes
    /// There are none, and no timer.
    case none
  }

  /// What is fetched when a screen is opened.
  public enum Fetch: String, Sendable {
    /// The parts that have no value.
    case missing
    case none
  }
}
