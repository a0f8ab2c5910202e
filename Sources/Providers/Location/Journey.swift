import StatusCore

/// Positions in the order in which they are reported, and the time between them.
protocol Journey: Sendable {
  /// At least 1.
  var count: Int { get }

  func position(at index: Int) -> Position

  /// The time from a position to the next, which is the first after the last; nil where the journey ends.
  func wait(after index: Int) -> Duration?
}
