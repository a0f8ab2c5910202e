import Presenter
import StatusCore
import Testing

extension FleetJoins {
  /// All of a fleet.
  init(_ fleet: Fleet) {
    self.init(central: fleet.central)
    for courier in fleet.couriers { add(courier) }
    for parcel in fleet.packages { add(parcel) }
    for vehicle in fleet.vehicles { add(vehicle) }
  }

  var items: [MapItem] { (0..<count).map { self[$0] } }
}

@Suite struct FleetJoinsTests {
  private static let place = Coordinate(latitude: 1, longitude: 2)

  /// A fleet with one of each, by the ids that they name, and what its items say.
  struct Row: Sendable, CustomTestStringConvertible {
    var packageOfCourier: String?
    var vehicleOfCourier: String?
    var courierOfPackage: String?
    var courierOfVehicle: String?
    var isDelivered = false
    let labels: [String]

    var testDescription: String { labels.joined(separator: ", ") }
  }

  private static let joined = [
    "Amina carries p1 in Van", "p1 is carried by Amina in Van", "Van is driven by Amina with p1",
  ]
  private static let rows = [
    Row(
      packageOfCourier: "p1", vehicleOfCourier: "v1", courierOfPackage: "c1", courierOfVehicle: "c1",
      labels: joined),
    Row(packageOfCourier: "p1", vehicleOfCourier: "v1", labels: joined),
    Row(courierOfPackage: "c1", courierOfVehicle: "c1", labels: joined),
    Row(packageOfCourier: "p1", labels: ["Amina carries p1", "p1 is carried by Amina", "Van"]),
    Row(vehicleOfCourier: "v1", labels: ["Amina in Van", "p1 waits", "Van is driven by Amina"]),
    Row(labels: ["Amina", "p1 waits", "Van"]),
    Row(
      packageOfCourier: "p9", vehicleOfCourier: "v9", courierOfPackage: "c9", courierOfVehicle: "c9",
      labels: ["Amina", "p1 waits", "Van"]),
    Row(
      packageOfCourier: "p1", courierOfPackage: "c1", isDelivered: true,
      labels: ["Amina", "p1 is delivered", "Van"]),
  ]

  @Test(arguments: rows) func `items say what they are joined with`(row: Row) {
    let fleet = Fleet(
      central: Self.place,
      couriers: [
        Courier(
          id: "c1", name: "Amina", location: Self.place, packageID: row.packageOfCourier,
          vehicleID: row.vehicleOfCourier)
      ],
      packages: [
        Parcel(
          id: "p1", destination: Self.place, courierID: row.courierOfPackage, isDelivered: row.isDelivered,
          location: Self.place)
      ], vehicles: [Vehicle(id: "v1", courierID: row.courierOfVehicle, location: Self.place, name: "Van")])
    #expect(FleetJoins(fleet).items.map(\.label) == ["Central"] + row.labels)
  }

  @Test func `an item's own id counts first, then that of the first item which names it`() {
    let fleet = Fleet(
      central: Self.place,
      couriers: [
        Courier(id: "c1", name: "Amina", location: Self.place, packageID: "p1"),
        Courier(id: "c2", name: "Jonas", location: Self.place, packageID: "p1"),
        Courier(id: "c3", name: "Wei", location: Self.place),
      ],
      packages: [
        Parcel(id: "p1", destination: Self.place, courierID: "c3", isDelivered: false, location: Self.place),
        Parcel(id: "p2", destination: Self.place, courierID: "c2", isDelivered: false, location: Self.place),
      ], vehicles: [])
    #expect(
      FleetJoins(fleet).items.map(\.label) == [
        "Central", "Amina carries p1", "Jonas carries p1", "Wei carries p1", "p1 is carried by Wei",
        "p2 is carried by Jonas",
      ])
  }

  @Test func `an empty fleet has its central`() {
    let fleet = Fleet(central: Self.place, couriers: [], packages: [], vehicles: [])
    #expect(
      FleetJoins(fleet).items == [
        MapItem(kind: .central, id: "central", title: "Central", label: "Central", location: Self.place)
      ])
  }
}
