/// One courier of the demo, who makes one trip after the other, for ever.
struct DemoCourier {
  let id: String
  let name: String
  /// Driven in turn, one on each trip; no other courier drives them.
  let vehicles: [DemoVehicle]
  /// How far into the first trip the demo begins, in milliseconds.
  let headStart: Int

  /// At three stages of their trips when the demo begins, so that the first picture shows all of them.
  static let all = [
    DemoCourier(id: "c1", name: "Amira", vehicles: [.scooter, .cargoScooter], headStart: 60_000),
    DemoCourier(id: "c2", name: "Bjarne", vehicles: [.van], headStart: 0),
    DemoCourier(id: "c3", name: "Chiara", vehicles: [.compactCar], headStart: 200_000),
  ]
}

/// Something to drive.
struct DemoVehicle {
  let id: String
  let name: String

  static let scooter = DemoVehicle(id: "v1", name: "Electric Scooter")
  static let cargoScooter = DemoVehicle(id: "v2", name: "Cargo Scooter")
  static let van = DemoVehicle(id: "v3", name: "Delivery Van")
  static let compactCar = DemoVehicle(id: "v4", name: "Compact Car")
}
