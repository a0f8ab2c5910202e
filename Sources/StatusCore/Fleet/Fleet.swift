/// The status of a delivery system: who and what moves around a central.
package struct Fleet: Hashable, Sendable {
  package let central: Coordinate
  /// Sorted by id, as are the two below; ids are compared by their UTF-8 bytes.
  package let couriers: [Courier]
  package let packages: [Parcel]
  package let vehicles: [Vehicle]

  /// Sorts each array by id, so that two sources that differ in order alone give equal fleets.
  package init(central: Coordinate, couriers: [Courier], packages: [Parcel], vehicles: [Vehicle]) {
    self.central = central
    self.couriers = couriers.sorted { $0.id.precedesInUTF8($1.id) }
    self.packages = packages.sorted { $0.id.precedesInUTF8($1.id) }
    self.vehicles = vehicles.sorted { $0.id.precedesInUTF8($1.id) }
  }
}
