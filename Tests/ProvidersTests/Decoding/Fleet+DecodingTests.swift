import StatusCore
import Testing

@testable import Providers

@Suite struct FleetDecodingTests {
  private static func decode(_ body: String) -> Result<ResourceValue, Problem> {
    ValueDecoder.decode(Array(body.utf8), as: .fleet, from: "test:state")
  }

  /// A fleet of one each; a test replaces one of its parts.
  private static func body(
    central: String = here, courier: String = #"{"id":"c1","name":"Ada","location":\#(here)}"#,
    package: String = #"{"id":"p1","destination":\#(here),"delivered":false,"location":\#(here)}"#,
    vehicle: String = #"{"id":"v1","location":\#(here),"name":"Van"}"#
  ) -> String {
    #"{"central":\#(central),"couriers":[\#(courier)],"packages":[\#(package)],"vehicles":[\#(vehicle)]}"#
  }

  private static func courier(latitude: String, longitude: String) -> String {
    let place = #"{"latitude":\#(latitude),"longitude":\#(longitude)}"#
    return body(courier: #"{"id":"a","name":"b","location":\#(place)}"#)
  }

  private static let here = #"{"latitude":53.5,"longitude":10}"#
  private static let place = Coordinate(latitude: 53.5, longitude: 10)

  /// The fleet of ``body(central:courier:package:vehicle:)``, with other parts than there.
  private static func fleet(
    central: Coordinate = place, courier: Courier = Courier(id: "c1", name: "Ada", location: place),
    package: Parcel = Parcel(id: "p1", destination: place, isDelivered: false, location: place),
    vehicle: Vehicle = Vehicle(id: "v1", location: place, name: "Van")
  ) -> ResourceValue {
    .fleet(Fleet(central: central, couriers: [courier], packages: [package], vehicles: [vehicle]))
  }

  // MARK: Taken

  @Test(arguments: [
    here, #"{"lat":53.5,"lng":10}"#, #"{"lng":10.0,"lat":535e-1,"name":"Hamburg"}"#,
    #"{"latitude":53.5,"longitude":10,"lat":1,"lng":2}"#, #"{"latitude":null,"lat":53.5,"lng":10}"#,
  ])
  func `a place is latitude and longitude, or lat and lng`(place: String) throws {
    #expect(try Self.decode(Self.body(central: place)).get() == Self.fleet())
  }

  /// All but the first are put into the form of the first.
  @Test(arguments: [
    here, #"{"latitude":53.50,"longitude":10}"#, #"{"latitude":53.5,"longitude":10.0}"#,
    #"{"latitude":53.5,"longitude":1e1}"#, #"{"latitude":53.5, "longitude":10}"#, #"{"lng":10,"lat":53.5}"#,
    #"{"latitude":53.5,"longitude":10,"altitude":6}"#, #"{"latitude":53.5,"longitude":10 }"#,
    #"{"longitude":10,"latitude":53.5}"#, #"{"l\u0061titude":53.5,"longitude":10}"#,
  ])
  func `a place in an array has one form, however it is written`(place: String) throws {
    let courier = #"{"id":"c1","location":\#(place),"name":"Ada"}"#
    #expect(try Self.decode(Self.body(courier: courier)).get() == Self.fleet())
  }

  @Test(arguments: [("-90", "-180"), ("90", "180"), ("0", "0.0")])
  func `a place may be at the ends of the earth`(latitude: String, longitude: String) throws {
    let place = #"{"latitude":\#(latitude),"longitude":\#(longitude)}"#
    let corner = Coordinate(
      latitude: try #require(Double(latitude)), longitude: try #require(Double(longitude)))
    #expect(try Self.decode(Self.body(central: place)).get() == Self.fleet(central: corner))
  }

  @Test func `members that are optional may be absent or null`() throws {
    let absent = try Self.decode(Self.body()).get()
    let null = try Self.decode(
      Self.body(
        courier: #"{"id":"c1","name":"Ada","location":\#(Self.here),"packageId":null,"vehicleId":null}"#,
        package:
          #"{"id":"p1","destination":\#(Self.here),"courierId":null,"delivered":false,"location":\#(Self.here)}"#,
        vehicle: #"{"id":"v1","courierId":null,"location":\#(Self.here),"name":"Van"}"#)
    ).get()
    #expect(absent == null)
    #expect(absent == Self.fleet())
  }

  @Test func `members that are optional are read`() throws {
    let fleet = try Self.decode(
      Self.body(
        courier: #"{"id":"c1","name":"Ada","location":\#(Self.here),"packageId":"p1","vehicleId":"v1"}"#,
        package:
          #"{"id":"p1","destination":\#(Self.here),"courierId":"c1","delivered":true,"location":\#(Self.here)}"#,
        vehicle: #"{"id":"v1","courierId":"c1","location":\#(Self.here),"name":"Van"}"#)
    ).get()
    let courier = Courier(id: "c1", name: "Ada", location: Self.place, packageID: "p1", vehicleID: "v1")
    let package = Parcel(
      id: "p1", destination: Self.place, courierID: "c1", isDelivered: true, location: Self.place)
    let vehicle = Vehicle(id: "v1", courierID: "c1", location: Self.place, name: "Van")
    #expect(fleet == Self.fleet(courier: courier, package: package, vehicle: vehicle))
  }

  @Test func `other members are passed over, and no one need be there`() throws {
    let body = #"{"version":2,"central":\#(Self.here),"couriers":[],"packages":[],"vehicles":[]}"#
    let fleet = Fleet(central: Self.place, couriers: [], packages: [], vehicles: [])
    #expect(try Self.decode(body).get() == .fleet(fleet))
  }

  // MARK: Refused

  @Test(arguments: [
    ("[]", ""), ("{}", "/central"), (#"{"central":\#(here)}"#, "/couriers"), (body(central: "7"), "/central"),
    (body(central: "{}"), "/central/latitude"), (body(central: #"{"latitude":1}"#), "/central/longitude"),
    (body(central: #"{"lat":1}"#), "/central/lng"),
    (body(central: #"{"lat":1,"longitude":2}"#), "/central/lng"),
    (body(central: #"{"latitude":1,"lng":2}"#), "/central/longitude"),
    (body(central: #"{"latitude":"1","longitude":2}"#), "/central/latitude"),
    (body(central: #"{"latitude":90.1,"longitude":0}"#), "/central/latitude"),
    (body(central: #"{"latitude":0,"longitude":-180.1}"#), "/central/longitude"),
    (body(central: #"{"lat":-91,"lng":0}"#), "/central/lat"),
    (body(courier: "null"), "/couriers/0"), (body(courier: "7"), "/couriers/0"),
    (body(courier: "{}"), "/couriers/0/id"),
    (body(courier: #"{"id":1}"#), "/couriers/0/id"), (body(courier: #"{"id":"a"}"#), "/couriers/0/name"),
    (body(courier: #"{"id":"a","name":"b"}"#), "/couriers/0/location"),
    (body(courier: #"{"id":"a","name":"b","location":{}}"#), "/couriers/0/location/latitude"),
    (courier(latitude: "90.1", longitude: "0.5"), "/couriers/0/location/latitude"),
    (courier(latitude: "0.5", longitude: "-180.1"), "/couriers/0/location/longitude"),
    (courier(latitude: "0.5", longitude: #""1""#), "/couriers/0/location/longitude"),
    (courier(latitude: "null", longitude: "1"), "/couriers/0/location/latitude"),
    // A name of the same length whose beginning is ours.
    (
      body(courier: #"{"id":"a","name":"b","location":{"latitude":0.5,"longitudx":1}}"#),
      "/couriers/0/location/longitude"
    ),
    (body(package: #"{"id":"a","destinatiox":\#(here)}"#), "/packages/0/destination"),
    (body(courier: #"{"id":"a","name":"b","location":\#(here),"packageId":7}"#), "/couriers/0/packageId"),
    (body(courier: #"{"id":"a","name":"b","location":\#(here),"vehicleId":[]}"#), "/couriers/0/vehicleId"),
    (body(package: #"{"id":"a"}"#), "/packages/0/destination"),
    (body(package: #"{"id":"a","destination":\#(here)}"#), "/packages/0/delivered"),
    (body(package: #"{"id":"a","destination":\#(here),"delivered":"no"}"#), "/packages/0/delivered"),
    (
      body(package: #"{"id":"a","destination":\#(here),"delivered":true,"courierId":1}"#),
      "/packages/0/courierId"
    ),
    (body(package: #"{"id":"a","destination":\#(here),"delivered":true}"#), "/packages/0/location"),
    (body(vehicle: #"{"id":"a"}"#), "/vehicles/0/location"),
    (body(vehicle: #"{"id":"a","location":\#(here)}"#), "/vehicles/0/name"),
    (body(vehicle: #"{"id":"a","location":\#(here),"name":"b"},7"#), "/vehicles/1"),
    (#"{"central":\#(here),"couriers":{},"packages":[],"vehicles":[]}"#, "/couriers"),
  ])
  func `a wrong member fails the fleet, with its place`(body: String, path: String) {
    guard case .failure(let problem) = Self.decode(body) else { return #expect(Bool(false), "no failure") }
    #expect(problem.kind == .unexpectedShape)
    #expect(problem.detail.path == path)
  }

  @Test func `a place off the earth is told with its bounds`() {
    guard case .failure(let problem) = Self.decode(Self.body(central: #"{"lat":91,"lng":0}"#)) else {
      return #expect(Bool(false), "no failure")
    }
    #expect(
      problem.explanation?.english
        == "/central/lat is a number out of range, not a latitude between -90 and 90.")
  }
}
