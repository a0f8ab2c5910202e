internal import Foundation
public import StatusdScreen

/// Places on a plane: a box around all of them, north above, with the same scale in both directions.
public struct Projection: Hashable, Sendable {
  /// A point of the unit square; y grows downwards, as on screens.
  public struct Point: Hashable, Sendable {
    /// From the left.
    public let x: Double
    /// From above.
    public let y: Double
  }

  private let middle: Coordinate
  /// Degrees of latitude that are as long as the square.
  private let span: Double
  /// How much shorter a degree of longitude is than one of latitude here.
  private let narrowing: Double

  /// Nil where there is no place.
  ///
  /// A single one stands in the middle.
  public init?(around places: [Coordinate]) {
    let latitudes = places.map(\.latitude)
    let longitudes = places.map(\.longitude)
    guard let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
      let east = longitudes.max()
    else { return nil }
    middle = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    narrowing = max(0.01, cos(middle.latitude * .pi / 180))
    span = max(north - south, (east - west) * narrowing, 1e-9)
  }

  /// Where a place is drawn.
  public func point(of place: Coordinate) -> Point {
    Point(
      x: 0.5 + (place.longitude - middle.longitude) * narrowing / span,
      y: 0.5 - (place.latitude - middle.latitude) / span)
  }
}

extension Coordinate {
  /// Where a receiver is, without its movement.
  public init(_ position: Position) {
    self.init(latitude: position.latitude, longitude: position.longitude)
  }
}
