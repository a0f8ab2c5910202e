import StatusCore

/// What a receiver or a file may say of a position; what is out of its range is no measurement.
extension Position {
  /// Metres: from below the deepest sea to the highest orbit of a receiver.
  static let altitudes = -20_000.0...1e6
  /// Metres, up to twice the size of the Earth.
  static let accuracies = 0.0...25e6
  /// Metres per second.
  static let speeds = 0.0...1e6

  /// Degrees from true north, 0 up to 360; 360 is 0.
  static func heading(_ degrees: Double) -> Double? {
    guard 0...360 ~= degrees else { return nil }
    return degrees == 360 ? 0 : degrees
  }
}

extension Double {
  /// The number itself; nil for one outside of the range.
  func within(_ range: ClosedRange<Double>) -> Double? {
    range.contains(self) ? self : nil
  }
}
