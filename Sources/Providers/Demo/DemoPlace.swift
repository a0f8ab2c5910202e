import StatusCore

/// A place in whole millionths of a degree.
///
/// Positions are calculated in integers, so that every machine gets the same and all have six decimals; one
/// step is 0.11 m to the north and, in Hamburg, 0.066 m to the east.
struct DemoPlace: Hashable {
  var latitude: Int
  var longitude: Int

  var coordinate: Coordinate {
    Coordinate(latitude: Double(latitude) / 1_000_000, longitude: Double(longitude) / 1_000_000)
  }

  /// The place reached on the straight way to `end` after `elapsed` of `duration`.
  func moved(towards end: DemoPlace, after elapsed: Int, of duration: Int) -> DemoPlace {
    DemoPlace(
      latitude: latitude + (end.latitude - latitude) * elapsed / duration,
      longitude: longitude + (end.longitude - longitude) * elapsed / duration)
  }
}
