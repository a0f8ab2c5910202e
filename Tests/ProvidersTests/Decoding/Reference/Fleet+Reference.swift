import StatusCore

@testable import Providers

extension Fleet {
  /// The fleet of a tree: what ``FleetForm`` makes without one.
  init(_ reader: ValueReader) throws(Problem) {
    let central = try Coordinate(try reader.member("central"))
    let couriers = try reader.member("couriers").elements(Courier.init(_:))
    let packages = try reader.member("packages").elements(Parcel.init(_:))
    let vehicles = try reader.member("vehicles").elements(Vehicle.init(_:))
    for (name, ids) in [
      ("couriers", couriers.map(\.id)), ("packages", packages.map(\.id)), ("vehicles", vehicles.map(\.id)),
    ] {
      var seen: Set<[UInt8]> = []
      guard let index = ids.firstIndex(where: { !seen.insert(Array($0.utf8)).inserted }) else { continue }
      throw Problem(
        ShapeFault(
          path: "/\(name)/\(index)/id", expected: "an id of its own", finding: .repeatedID))
    }
    self.init(central: central, couriers: couriers, packages: packages, vehicles: vehicles)
  }
}

extension ValueReader {
  /// The id of an object, which is checked last.
  fileprivate func requireID() throws(Problem) {
    let id = try member("id")
    guard try !id.string().isEmpty else { throw id.unexpected("an id", got: "an empty string") }
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
    try reader.requireID()
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
    try reader.requireID()
  }
}

extension Vehicle {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(
      id: try reader.member("id").string(),
      courierID: try reader.optional("courierId")?.string(),
      location: try Coordinate(try reader.member("location")),
      name: try reader.member("name").string())
    try reader.requireID()
  }
}
