import StatusCore

extension Coordinate {
  /// Reads `latitude` and `longitude`, or `lat` and `lng`, in degrees.
  init(_ reader: ValueReader) throws(Problem) {
    let (long, short) = (try reader.optional("latitude"), try reader.optional("lat"))
    let isShort = long == nil && short != nil
    let latitude = try reader.member(isShort ? "lat" : "latitude")
    let longitude = try reader.member(isShort ? "lng" : "longitude")
    self.init(
      latitude: try latitude.number(in: -90...90, "a latitude between -90 and 90"),
      longitude: try longitude.number(in: -180...180, "a longitude between -180 and 180"))
  }
}
