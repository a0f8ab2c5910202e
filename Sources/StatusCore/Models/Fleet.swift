/// The status of a delivery system: couriers, packages and vehicles around a central.
package struct Fleet: Hashable, Sendable {
  package let central: Coordinate
  /// Sorted by id, like the two below; ids are compared by their UTF-8 bytes.
  package let couriers: [Courier]
  package let packages: [Parcel]
  package let vehicles: [Vehicle]

  /// Sorts each array by id, so that sources that differ only in order give equal fleets.
  package init(central: Coordinate, couriers: [Courier], packages: [Parcel], vehicles: [Vehicle]) {
    self.central = central
    self.couriers = couriers.sorted { $0.id.precedesInUTF8($1.id) }
    self.packages = packages.sorted { $0.id.precedesInUTF8($1.id) }
    self.vehicles = vehicles.sorted { $0.id.precedesInUTF8($1.id) }
  }
}

/// A person who carries parcels.
package struct Courier: Hashable, Sendable {
  package let id: String
  package let name: String
  package let location: Coordinate
  /// The id of the parcel that the courier carries, if any.
  package let packageID: String?
  /// The id of the vehicle that the courier drives, if any.
  package let vehicleID: String?

  package init(
    id: String, name: String, location: Coordinate, packageID: String? = nil, vehicleID: String? = nil
  ) {
    self.id = id
    self.name = name
    self.location = location
    self.packageID = packageID
    self.vehicleID = vehicleID
  }
}

/// An item on its way from the central to a destination; a "package" on the wire, which is a keyword in
/// Swift.
package struct Parcel: Hashable, Sendable {
  package let id: String
  package let destination: Coordinate
  /// The id of the courier who carries the parcel, or who delivered it if the source still says so.
  package let courierID: String?
  package let isDelivered: Bool
  package let location: Coordinate

  package init(
    id: String, destination: Coordinate, courierID: String? = nil, isDelivered: Bool, location: Coordinate
  ) {
    self.id = id
    self.destination = destination
    self.courierID = courierID
    self.isDelivered = isDelivered
    self.location = location
  }
}

/// A vehicle that couriers drive.
package struct Vehicle: Hashable, Sendable {
  package let id: String
  /// The id of the courier who drives the vehicle, if any.
  package let courierID: String?
  package let location: Coordinate
  package let name: String

  package init(id: String, courierID: String? = nil, location: Coordinate, name: String) {
    self.id = id
    self.courierID = courierID
    self.location = location
    self.name = name
  }
}
