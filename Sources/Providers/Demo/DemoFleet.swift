package import StatusCore

/// A small delivery fleet in Hamburg: three couriers, four vehicles, and six parcels at any time.
///
/// It is a pure function of a seed and of the time that has passed, without memory: any moment can be asked
/// for, at the same cost. Each courier has two parcels in the picture, the one of the present trip and the
/// one of the next, which waits at the central. When a trip ends, its parcel leaves the picture, delivered,
/// and another one comes in. Nothing ever jumps: all move along straight lines, at most 60 km/h fast.
package struct DemoFleet: Sendable {
  private static let central = DemoPlace(latitude: 53_550_000, longitude: 9_990_000)

  private let seed: UInt64

  /// Makes a fleet whose parcels go where `seed` says.
  package init(seed: UInt64) {
    self.seed = seed
  }

  /// The fleet as it is `elapsed`, counted in whole milliseconds, after its start.
  package func fleet(after elapsed: Duration) -> Fleet {
    let (seconds, attoseconds) = max(elapsed, .zero).components
    let milliseconds = Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    let stages = DemoCourier.all.indices.map { stage(ofCourier: $0, after: milliseconds) }
    return Fleet(
      central: Self.central.coordinate,
      couriers: stages.map(\.courier),
      packages: stages.flatMap(\.parcels),
      vehicles: stages.flatMap(\.vehicles))
  }

  private func stage(ofCourier index: Int, after milliseconds: Int) -> DemoStage {
    let courier = DemoCourier.all[index]
    let (number, elapsed) = (milliseconds + courier.headStart).quotientAndRemainder(
      dividingBy: DemoTrip.duration)
    let parcel = parcel(ofTrip: number, ofCourier: index)
    let trip = DemoTrip(
      number: number, central: Self.central, destination: parcel.destination, elapsed: elapsed)
    return DemoStage(
      of: courier, on: trip, with: parcel, before: self.parcel(ofTrip: number + 1, ofCourier: index))
  }

  /// The couriers take their parcels in turn: number 0, 3, 6 … are the first one's.
  private func parcel(ofTrip trip: Int, ofCourier index: Int) -> DemoParcel {
    DemoParcel(number: trip * DemoCourier.all.count + index, central: Self.central, seed: seed)
  }
}

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

/// One parcel of the demo; they are numbered from 0, all couriers' together.
struct DemoParcel {
  let number: Int
  let destination: DemoPlace

  var id: String { "p\(1_001 + number)" }

  /// The parcel that a seed gives the number, to be brought from `central` to somewhere within a square around
  /// it, yet not too near.
  init(number: Int, central: DemoPlace, seed: UInt64) {
    self.number = number
    var random = SplitMix64(seed: seed, skipping: 2 * UInt64(number))
    destination = DemoPlace(
      latitude: central.latitude + Self.distance(4_500...13_500, using: &random),
      longitude: central.longitude + Self.distance(7_500...22_500, using: &random))
  }

  /// A distance in millionths of a degree, in either direction; both ranges above are 0.5 km to 1.5 km.
  private static func distance(_ range: ClosedRange<Int>, using random: inout SplitMix64) -> Int {
    // The upper half of the numbers drawn stands for the other direction.
    let drawn = random.next(in: range.lowerBound...(range.upperBound + range.count))
    return drawn > range.upperBound ? range.count - drawn : drawn
  }
}
