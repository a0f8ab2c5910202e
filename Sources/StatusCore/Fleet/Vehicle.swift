/// What a courier drives.
package struct Vehicle: Hashable, Sendable {
  package let id: String
  /// Who drives it, if anyone.
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
