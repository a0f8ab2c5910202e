package import StatusCore

/// Places that are visited one after the other, again and again; never empty.
package struct Route: Hashable, Sendable {
  package let positions: [Position]

  /// nil without a place.
  package init?(_ positions: [Position]) {
    guard !positions.isEmpty else { return nil }
    self.positions = positions
  }

  /// The built-in one: ten towns of northern Germany, from Hamburg to Oldenburg.
  package static let builtIn = Route(unchecked: [
    (53.619653, 10.079969),
    (53.080917, 8.847533),
    (52.378385, 9.794862),
    (52.496385, 13.444041),
    (53.866865, 10.739542),
    (54.304540, 10.152741),
    (54.797277, 9.491039),
    (52.426412, 10.821392),
    (53.542788, 8.613462),
    (53.141598, 8.242565),
  ])

  private init(unchecked places: [(latitude: Double, longitude: Double)]) {
    positions = places.map { Position(Coordinate(latitude: $0.latitude, longitude: $0.longitude)) }
  }
}
