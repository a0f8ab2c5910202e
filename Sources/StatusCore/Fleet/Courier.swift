/// One who carries parcels.
package struct Courier: Hashable, Sendable {
  package let id: String
  package let name: String
  package let location: Coordinate
  /// The parcel that is being carried, if any.
  package let packageID: String?
  /// The vehicle that is being driven, if any.
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
