import Glibc

extension Coordinate {
  /// The mean radius of the earth in metres (IUGG, R₁).
  private static let earthRadius = 6_371_008.8

  /// The great-circle distance in metres, on a sphere as large as the earth: at most 0.6 % off.
  ///
  /// The haversine formula (R. W. Sinnott, "Virtues of the Haversine", 1984), which stays exact for points that
  /// lie close together:
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
    // Rounding may make a little more than 1 of it for antipodes.
    return 2 * Self.earthRadius * asin(min(haversine, 1).squareRoot())
  }
}

extension Double {
  fileprivate var radians: Double { self * .pi / 180 }
}
