import Providers
import StatusCore
import Testing

@Suite struct DemoFleetReferenceTests {
  /// Two trips of every courier.
  private let seconds = 0..<600

  private func fleet(at second: Int) -> Fleet {
    DemoFleet(seed: 3).fleet(after: .seconds(second))
  }

  @Test func `courier and parcel name each other, in one place`() {
    let contradictions = seconds.filter { second in
      let fleet = fleet(at: second)
      let carrying = fleet.couriers.compactMap { courier in
        courier.packageID.map { Bond(courier: courier.id, thing: $0, place: courier.location) }
      }
      let carried = fleet.packages.compactMap { parcel in
        parcel.courierID.map { Bond(courier: $0, thing: parcel.id, place: parcel.location) }
      }
      return Set(carrying) != Set(carried)
    }
    #expect(contradictions.isEmpty)
  }

  @Test func `courier and vehicle name each other, in one place`() {
    let contradictions = seconds.filter { second in
      let fleet = fleet(at: second)
      let driving = fleet.couriers.compactMap { courier in
        courier.vehicleID.map { Bond(courier: courier.id, thing: $0, place: courier.location) }
      }
      let driven = fleet.vehicles.compactMap { vehicle in
        vehicle.courierID.map { Bond(courier: $0, thing: vehicle.id, place: vehicle.location) }
      }
      return Set(driving) != Set(driven)
    }
    #expect(contradictions.isEmpty)
  }

  @Test func `what nobody has waits at the central or is delivered`() {
    let contradictions = seconds.filter { second in
      let fleet = fleet(at: second)
      let parcels = fleet.packages.filter { $0.courierID == nil && !$0.isDelivered }.map(\.location)
      let vehicles = fleet.vehicles.filter { $0.courierID == nil }.map(\.location)
      return !(parcels + vehicles).allSatisfy { $0 == fleet.central }
    }
    #expect(contradictions.isEmpty)
  }

  @Test func `every vehicle is driven at some time`() {
    let driven = Set(seconds.flatMap { fleet(at: $0).vehicles }.filter { $0.courierID != nil }.map(\.id))
    #expect(driven == ["v1", "v2", "v3", "v4"])
  }

  @Test func `every courier carries a parcel at some time`() {
    let carrying = Set(
      seconds.flatMap { fleet(at: $0).couriers }.filter { $0.packageID != nil }.map(\.id))
    #expect(carrying == ["c1", "c2", "c3"])
  }
}

/// A courier and what goes with the courier.
private struct Bond: Hashable {
  let courier: String
  let thing: String
  let place: Coordinate
}
