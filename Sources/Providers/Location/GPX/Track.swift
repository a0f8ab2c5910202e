package import StatusCore

/// A journey that was recorded: positions in the order of their times; never empty.
package struct Track: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package let position: Position
    package let time: Timestamp
  }

  package let points: [Point]

  /// Sorts the points by their times; nil without a point.
  ///
  /// Those of one time stay in the order in which they come. Files hold several tracks in any order.
  init?(_ points: [Point]) {
    guard !points.isEmpty else { return nil }
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
    guard !isSorted else {
      self.points = points
      return
    }
    // Keys alone are moved: a point is large, and this is done in one turn of the loop.
    var order = points.indices.map { (time: points[$0].time.millisecondsSince1970, index: $0) }
    order.sort { $0.time < $1.time || ($0.time == $1.time && $0.index < $1.index) }
    self.points = order.map { points[$0.index] }
  }
}
