/// Something that is brought from the central to a destination: a "package" on the wire, a keyword here.
package struct Parcel: Hashable, Sendable {
  package let id: String
  package let destination: Coordinate
  /// The courier who carries it, or who delivered it where the source still says so.
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
