package import StatusCore

/// What stands on the map of a fleet; ids are unique within a kind.
package struct MapItem: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case central
    /// With what the courier carries and drives.
    case courier(packageID: String?, vehicleID: String?)
    /// With who carries it, and in which vehicle.
    case parcel(destination: Coordinate, isDelivered: Bool, courierID: String?, vehicleID: String?)
    /// With who drives it, and what that courier carries.
    case vehicle(courierID: String?, packageID: String?)
  }

  package let kind: Kind
  package let id: String
  /// For a pin.
  package let title: String
  /// A sentence that says what it is joined with, for a pointer that rests there and for screen readers.
  package let label: String
  package let location: Coordinate

  package init(kind: Kind, id: String, title: String, label: String, location: Coordinate) {
    self.kind = kind
    self.id = id
    self.title = title
    self.label = label
    self.location = location
  }
}
