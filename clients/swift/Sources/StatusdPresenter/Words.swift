internal import StatusdTypes

/// Times as a screen says them.
enum Words {
  private static let minute = 60
  private static let hour = 3_600
  private static let day = 86_400

  /// How old something is, rounded down.
  ///
  /// A clock that is a little ahead makes nothing older.
  static func age(of timestamp: Timestamp?, at now: Moment) -> String? {
    guard let then = Moment(timestamp) else { return nil }
    let seconds = (now.milliseconds - then.milliseconds) / 1_000
    if seconds < minute { return "just now" }
    if seconds < hour { return "\(seconds / minute) min ago" }
    if seconds < day { return "\(seconds / hour) h ago" }
    return "\(seconds / day) d ago"
  }

  /// When something is due, rounded up so that it is never late.
  ///
  /// "now" without a date.
  static func ahead(_ timestamp: Timestamp?, at now: Moment) -> String {
    let seconds = Moment(timestamp).map { now.seconds(until: $0) } ?? 0
    if seconds <= 0 { return "now" }
    return seconds < minute ? "in \(seconds) s" : "in \((seconds + minute - 1) / minute) min"
  }

  /// The whole seconds that are left of a wait; nil when it is over, or there is none.
  static func countdown(of failure: FailureData, at now: Moment) -> Int? {
    guard let after = failure.retry.after, let since = Moment(failure.occurredAt) else { return nil }
    let left = now.seconds(until: since.advanced(bySeconds: after))
    return left > 0 ? left : nil
  }
}
