package import StatusCore

/// A small delivery fleet in Hamburg, as a pure function of the time that has passed and of a seed.
package struct DemoFleet: Sendable {
  private let central = Coordinate(latitude: 53.55, longitude: 9.99)

  package init(seed: UInt64) {
  }

  /// The fleet as it is `elapsed` after its start.
  package func fleet(after elapsed: Duration) -> Fleet {
    Fleet(central: central, couriers: [], packages: [], vehicles: [])
  }
}
