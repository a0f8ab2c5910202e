import Providers
import StatusCore
import Testing

@Suite struct DemoFleetTests {
  /// Every second of an hour, in which each courier makes twelve trips.
  private func hour(ofSeed seed: UInt64) -> [Fleet] {
    let demo = DemoFleet(seed: seed)
    return (0..<3_600).map { demo.fleet(after: .seconds($0)) }
  }

  @Test(arguments: [.zero, .milliseconds(100), .seconds(299), .seconds(86_400)] as [Duration])
  func `the same time and seed give the same fleet`(elapsed: Duration) {
    #expect(DemoFleet(seed: 7).fleet(after: elapsed) == DemoFleet(seed: 7).fleet(after: elapsed))
  }

  @Test func `what was asked before makes no difference`() {
    let demo = DemoFleet(seed: 7)
    let first = demo.fleet(after: .seconds(50))
    _ = demo.fleet(after: .seconds(5_000))
    #expect(demo.fleet(after: .seconds(50)) == first)
  }

  @Test func `another seed sends the parcels elsewhere`() {
    let destinations = [1, 2].map { seed in
      Set(DemoFleet(seed: seed).fleet(after: .zero).packages.map(\.destination))
    }
    #expect(destinations[0].isDisjoint(with: destinations[1]))
  }

  @Test func `a tenth of a second can be seen`() {
    let demo = DemoFleet(seed: 7)
    #expect(demo.fleet(after: .milliseconds(100)) != demo.fleet(after: .milliseconds(200)))
  }

  @Test(arguments: [0, 1, .max] as [UInt64])
  func `there are three couriers, six parcels and four vehicles at any time`(seed: UInt64) {
    let counts = Set(hour(ofSeed: seed).map { [$0.couriers.count, $0.packages.count, $0.vehicles.count] })
    #expect(counts == [[3, 6, 4]])
  }

  @Test func `the first picture shows parcels that wait, are carried and are delivered`() {
    let fleet = DemoFleet(seed: 7).fleet(after: .zero)
    #expect(fleet.packages.contains { $0.isDelivered })
    #expect(fleet.packages.contains { $0.courierID != nil })
    #expect(fleet.packages.contains { $0.location == fleet.central })
  }

  @Test func `the fleet still drives after a hundred years`() {
    let demo = DemoFleet(seed: 7)
    let century = Duration.seconds(100 * 366 * 86_400)
    #expect(demo.fleet(after: century + .seconds(20)) != demo.fleet(after: century + .seconds(40)))
  }

  @Test func `before its start the fleet is as at its start`() {
    let demo = DemoFleet(seed: 7)
    #expect(demo.fleet(after: .seconds(-9)) == demo.fleet(after: .zero))
  }

  @Test(arguments: [0, 1, .max] as [UInt64])
  func `every coordinate has six decimals at most`(seed: UInt64) {
    let degrees = Set(hour(ofSeed: seed).flatMap(\.places.values).flatMap { [$0.latitude, $0.longitude] })
    #expect(degrees.filter { ($0 * 1e6).rounded() / 1e6 != $0 }.isEmpty)
  }
}

extension Fleet {
  /// Where everything that moves is, by id.
  var places: [String: Coordinate] {
    let couriers = couriers.map { ($0.id, $0.location) }
    let packages = packages.map { ($0.id, $0.location) }
    let vehicles = vehicles.map { ($0.id, $0.location) }
    return Dictionary(uniqueKeysWithValues: couriers + packages + vehicles)
  }
}
