/// A place on the earth, WGS 84.
package struct Coordinate: Hashable, Sendable {
  /// Degrees, north positive.
  package let latitude: Double
  /// Degrees, east positive.
  package let longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}
