/// A value by the shape of its part.
public enum ScreenContent: Hashable, Sendable {
  /// What stands on the map of a fleet.
  case fleet([MapItem])
  /// The sections of a menu, which may be empty.
  case menu([MenuSection])
  /// The value as it is, of every other shape.
  case value(JSONValue)
}

extension ScreenContent: Codable {
  private enum Members: String, CodingKey {
    case items
    case sections
    case isEmpty
    case value
  }

  /// A shape is told by a member that only its content has; one of a later daemon is a value as it is.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Members.self)
    if members.contains(.items) {
      self = .fleet(try members.decode([MapItem].self, forKey: .items))
    } else if members.contains(.sections) {
      self = .menu(try members.decode([MenuSection].self, forKey: .sections))
    } else if members.contains(.value) {
      self = .value(try members.decode(JSONValue.self, forKey: .value))
    } else {
      self = .value(try JSONValue(from: decoder))
    }
  }

  /// Writes what a daemon would.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Members.self)
    switch self {
    case .fleet(let items): try members.encode(items, forKey: .items)
    case .menu(let sections):
      try members.encode(sections, forKey: .sections)
      try members.encode(sections.isEmpty, forKey: .isEmpty)
    case .value(let value): try members.encode(value, forKey: .value)
    }
  }
}
