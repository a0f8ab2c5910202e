import Glibc

/// A place on the earth in WGS 84.
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

extension Coordinate {
  /// The mean radius of the earth in metres (IUGG, R₁).
  private static let earthRadius = 6_371_008.8

  /// The great-circle distance in metres on a sphere of the earth's size; the error is at most 0.6 %.
  ///
  /// The haversine formula (R. W. Sinnott, "Virtues of the Haversine", 1984) stays exact for points that are
  /// close together:
  ///
  ///     h = sin²(Δφ/2) + cos φ₁ · cos φ₂ · sin²(Δλ/2)
  ///     d = 2 r · asin √h
  ///
  /// | from | to | metres |
  /// |---|---|---|
  /// | 0, 0 | 0, 1 | 111195 |
  /// | 90, 0 | −90, 0 | 20015114, half way round |
  /// | 53.619653, 10.079969 | 53.080917, 8.847533 | 101389 |
  package func distance(to other: Coordinate) -> Double {
    let (latitude, otherLatitude) = (self.latitude.radians, other.latitude.radians)
    let alongMeridian = sin((otherLatitude - latitude) / 2)
    let alongParallel = sin((other.longitude - longitude).radians / 2)
    let haversine =
      alongMeridian * alongMeridian + cos(latitude) * cos(otherLatitude) * alongParallel * alongParallel
    // For antipodes rounding may give a little more than 1.
    return 2 * Self.earthRadius * asin(min(haversine, 1).squareRoot())
  }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
}
