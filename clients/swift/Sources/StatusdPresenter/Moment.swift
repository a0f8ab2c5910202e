internal import Foundation
internal import StatusdTypes

/// Milliseconds since 1970, in which the daemon counts: sums and comparisons are exact.
struct Moment: Comparable, Sendable {
  var milliseconds: Int

  init(milliseconds: Int) {
    self.milliseconds = milliseconds
  }

  init(_ date: Date) {
    milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded())
  }

  /// Nil for what is no timestamp.
  init?(_ timestamp: Timestamp?) {
    guard let date = timestamp?.date else { return nil }
    self.init(date)
  }

  static func < (one: Moment, other: Moment) -> Bool {
    one.milliseconds < other.milliseconds
  }

  func advanced(bySeconds seconds: Double) -> Moment {
    Moment(milliseconds: milliseconds + Int((seconds * 1_000).rounded()))
  }

  /// Whole seconds from here to `other`, rounded up.
  func seconds(until other: Moment) -> Int {
    Int((Double(other.milliseconds - milliseconds) / 1_000).rounded(.up))
  }
}
