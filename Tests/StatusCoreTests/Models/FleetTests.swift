import StatusCore
import Testing

private let place = Coordinate(latitude: 1, longitude: 2)

@Suite struct FleetTests {
  private let fleet = Fleet(
    central: place,
    couriers: ["c2", "c10", "C3", "c1"].map { Courier(id: $0, name: "Ada", location: place) },
    packages: ["p2", "p1"].map { Parcel(id: $0, destination: place, isDelivered: false, location: place) },
    vehicles: ["v9", "ü", "v1"].map { Vehicle(id: $0, location: place, name: "Van") })

  @Test func `couriers are sorted by id`() {
    #expect(fleet.couriers.map(\.id) == ["C3", "c1", "c10", "c2"])
  }

  @Test func `packages are sorted by id`() {
    #expect(fleet.packages.map(\.id) == ["p1", "p2"])
  }

  @Test func `vehicles are sorted by id`() {
    #expect(fleet.vehicles.map(\.id) == ["v1", "v9", "ü"])
  }
}
