import Providers
import StatusCore
import Testing

/// Every second of two hours for a fleet, the boundaries of all trips included.
private let seconds: [Fleet] = {
  let demo = DemoFleet(seed: 42)
  return (0..<7_200).map { demo.fleet(after: .seconds($0)) }
}()

@Suite struct DemoFleetMotionTests {
  @Test func `nothing moves faster than 60 km per hour`() {
    let fastest = zip(seconds, seconds.dropFirst()).map(Self.farthestMove).max() ?? .infinity
    // One more step of the coordinates for rounding, 0.13 m.
    #expect(fastest < 60 / 3.6 + 0.13)
  }

  @Test(arguments: [10_000, 100_000, 150_000, 160_000, 240_000, 300_000])
  func `nothing jumps within a millisecond`(milliseconds: Int) {
    let demo = DemoFleet(seed: 42)
    let moments = [milliseconds - 1, milliseconds].map { demo.fleet(after: .milliseconds($0)) }
    #expect(Self.farthestMove(from: moments[0], to: moments[1]) < 0.2)
  }

  @Test func `everything that moves is somewhere else within a trip`() {
    let (start, later) = (seconds[0].places, seconds[120].places)
    let resting = start.keys.filter { id in id.first == "c" && start[id] == later[id] }
    #expect(resting.isEmpty)
  }

  @Test func `every parcel is delivered before it leaves the picture`() {
    for (fleet, next) in zip(seconds, seconds.dropFirst()) {
      let remaining = Set(next.packages.map(\.id))
      for parcel in fleet.packages where !remaining.contains(parcel.id) {
        #expect(parcel.isDelivered, "\(parcel.id)")
      }
    }
  }

  @Test func `a parcel that is delivered stays so, at its destination`() {
    for (fleet, next) in zip(seconds, seconds.dropFirst()) {
      let remaining = Dictionary(uniqueKeysWithValues: next.packages.map { ($0.id, $0) })
      for parcel in fleet.packages where parcel.isDelivered {
        #expect(parcel.location == parcel.destination)
        #expect(remaining[parcel.id]?.isDelivered ?? true)
      }
    }
  }

  @Test func `seventy parcels are delivered in two hours`() {
    let delivered = Set(seconds.flatMap(\.packages).filter(\.isDelivered).map(\.id))
    #expect(delivered.count >= 70)
  }

  @Test func `the same parcel always has the same destination`() {
    let destinations = Dictionary(grouping: seconds.flatMap(\.packages), by: \.id)
      .mapValues { Set($0.map(\.destination)).count }
    #expect(destinations.values.allSatisfy { $0 == 1 })
  }

  @Test func `destinations lie in every quarter of the city, 0.5 to 1.5 km off each way`() {
    let central = seconds[0].central
    let offsets = Set(seconds.flatMap(\.packages).map(\.destination)).map { metres(from: central, to: $0) }
    let near = offsets.flatMap { [abs($0.north), abs($0.east)] }
    #expect(Set(offsets.map { [$0.north > 0, $0.east > 0] }).count == 4)
    #expect((near.min() ?? 0) > 490 && (near.max() ?? .infinity) < 1_510)
  }

  /// How far, in metres, the one that moved farthest has moved.
  private static func farthestMove(from earlier: Fleet, to later: Fleet) -> Double {
    let before = earlier.places
    let moves = later.places.compactMap { id, place in
      before[id].map { metres(from: $0, to: place) }
    }
    return moves.map { ($0.north * $0.north + $0.east * $0.east).squareRoot() }.max() ?? .infinity
  }
}

/// The way between two places near Hamburg, where a degree of longitude is 0.594 of one of latitude.
private func metres(from start: Coordinate, to end: Coordinate) -> (north: Double, east: Double) {
  let degree = 111_195.0
  return ((end.latitude - start.latitude) * degree, (end.longitude - start.longitude) * degree * 0.594)
}
