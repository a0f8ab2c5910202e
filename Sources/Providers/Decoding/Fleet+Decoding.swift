import StatusCore

extension Fleet {
  /// Reads a value of shape `fleet`, in the form in which clients get it as well.
  init(_ reader: ValueReader) throws(Problem) {
    self.init(
      central: try Coordinate(try reader.member("central")),
      couriers: try reader.member("couriers").elements(Courier.init(_:)),
      packages: try reader.member("packages").elements(Parcel.init(_:)),
      vehicles: try reader.member("vehicles").elements(Vehicle.init(_:)))
  }
}

extension Courier {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(
      id: try reader.member("id").string(),
      name: try reader.member("name").string(),
      location: try Coordinate(try reader.member("location")),
      packageID: try reader.optional("packageId")?.string(),
      vehicleID: try reader.optional("vehicleId")?.string())
  }
}

extension Parcel {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(
      id: try reader.member("id").string(),
      destination: try Coordinate(try reader.member("destination")),
      courierID: try reader.optional("courierId")?.string(),
      isDelivered: try reader.member("delivered").boolean(),
      location: try Coordinate(try reader.member("location")))
  }
}

extension Vehicle {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(
      id: try reader.member("id").string(),
      courierID: try reader.optional("courierId")?.string(),
      location: try Coordinate(try reader.member("location")),
      name: try reader.member("name").string())
  }
}

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
