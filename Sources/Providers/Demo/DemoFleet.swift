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
