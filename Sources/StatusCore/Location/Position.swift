/// Where a receiver is, and what it says of its movement.
package struct Position: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Metres above the sea; above the ellipsoid of WGS 84 where the receiver knows no better.
  package var altitude: Double?
  /// Metres by which the coordinate may be wrong.
  package var accuracy: Double?
  /// Metres per second.
  package var speed: Double?
  /// Degrees from true north, clockwise, 0 up to but not including 360.
  package var heading: Double?

  package init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}
