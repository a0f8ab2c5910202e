import Testing

@testable import StatusCore

struct DistanceTests {
  /// By the formula on a sphere of radius 6,371,008.8 m, to the metre.
  @Test(
    arguments: [
      (Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1), 111_195.0),
      (Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0), 20_015_114.0),
      (Coordinate(latitude: 90, longitude: 10), Coordinate(latitude: 90, longitude: -170), 0.0),
      (Coordinate(latitude: 0, longitude: 179.5), Coordinate(latitude: 0, longitude: -179.5), 111_195.0),
      (
        Coordinate(latitude: 53.619653, longitude: 10.079969),
        Coordinate(latitude: 53.080917, longitude: 8.847533), 101_389.0
      ),
      (Coordinate(latitude: 12, longitude: 34), Coordinate(latitude: -12, longitude: -146), 20_015_114.0),
    ] as [(Coordinate, Coordinate, Double)])
  func `the great circle from one place to another`(from: Coordinate, to: Coordinate, metres: Double) {
    #expect(abs(from.distance(to: to) - metres) < 1)
    #expect(abs(to.distance(to: from) - metres) < 1)
  }

  @Test func `a place is nowhere else, and a hair's breadth is one`() {
    let here = Coordinate(latitude: 53.5, longitude: 10)
    #expect(here.distance(to: here) == 0)
    let near = here.distance(to: Coordinate(latitude: 53.500_000_1, longitude: 10))
    #expect(abs(near - 0.011_119_5) < 1e-6)
  }
}
