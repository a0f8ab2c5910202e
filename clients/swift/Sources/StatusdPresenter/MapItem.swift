public import StatusdTypes

/// What stands on the map of a fleet.
///
/// `label` says in words what it is joined with.
public struct MapItem: Hashable, Sendable, Identifiable {
  /// What an item stands for.
  public enum Kind: String, Hashable, Sendable {
    case central
    case courier
    case package
    case vehicle
  }

  /// Ids are unique within a kind.
  public struct ID: Hashable, Sendable {
    /// What it stands for.
    public let kind: Kind
    /// What the daemon calls it.
    public let id: String

    /// Of an item of this kind.
    public init(kind: Kind, id: String) {
      self.kind = kind
      self.id = id
    }
  }

  /// What tells it from the others.
  public let id: ID
  /// For a pin.
  public let title: String
  /// A sentence, for a pointer that rests there and for screen readers.
  public let label: String
  /// Where it is.
  public let location: Coordinate
  /// Who carries or drives it.
  public var courierId: String?
  /// What is carried.
  public var packageId: String?
  /// What is driven.
  public var vehicleId: String?
  /// Of a package.
  public var isDelivered: Bool?
  /// Of a package.
  public var destination: Coordinate?

  init(_ kind: Kind, _ id: String, title: String, label: String, location: Coordinate) {
    self.id = ID(kind: kind, id: id)
    self.title = title
    self.label = label
    self.location = location
  }

  /// What it stands for.
  public var kind: Kind { id.kind }
}
