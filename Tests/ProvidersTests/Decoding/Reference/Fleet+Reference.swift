import StatusCore

@testable import Providers

extension Fleet {
  /// The fleet of a tree: what ``FleetForm`` makes without one.
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
