package import StatusCore

/// Times in words at one moment, and the moment at which one of them changes.
///
/// Nothing ticks: ``wakeAt`` is the uptime at which the first of the words that were asked for says something else.
package struct Words: Sendable {
  private let unit: WordUnit
  private let now: Moment
  /// nil if none of the words will change.
  package private(set) var wakeAt: Duration?

  private static let (minute, hour, day) = (Int64(60_000), Int64(3_600_000), Int64(86_400_000))

  package init(_ unit: WordUnit, at now: Moment) {
    self.unit = unit
    self.now = now
  }

  /// How old something is, rounded down: "just now", "3 min ago", "2 h ago", "5 d ago".
  ///
  /// What is from a clock that is ahead is from just now.
  package mutating func age(of time: Timestamp?) -> String? {
    guard unit != .none, let time else { return nil }
    return elapsed(since: time).map { "\($0) ago" } ?? "just now"
  }

  /// The same in the fewest words, for a bar: "now", "3 min", "2 h", "5 d".
  package mutating func shortAge(of time: Timestamp?) -> String? {
    guard unit != .none, let time else { return nil }
    return elapsed(since: time) ?? "now"
  }

  /// nil for less than a minute.
  private mutating func elapsed(since time: Timestamp) -> String? {
    let elapsed = now.time.millisecondsSince1970 - time.millisecondsSince1970
    guard elapsed >= Self.minute else {
      wake(after: Self.minute - elapsed)
      return nil
    }
    let (length, name) =
      elapsed < Self.hour ? (Self.minute, "min") : elapsed < Self.day ? (Self.hour, "h") : (Self.day, "d")
    wake(after: length - elapsed % length)
    return "\(elapsed / length) \(name)"
  }

  /// When something is due, rounded up so that it is never late: "in 8 s", "in 3 min"; "now" when it is due or has no
  /// date.
  package mutating func ahead(_ time: Timestamp?) -> String? {
    guard unit != .none else { return nil }
    let left = time.map { $0.millisecondsSince1970 - now.time.millisecondsSince1970 } ?? 0
    guard left > 0 else { return "now" }
    let (seconds, minutes) = (left.units(of: 1_000), left.units(of: Self.minute))
    guard unit == .minutes || seconds >= 60 else {
      wake(after: left - (seconds - 1) * 1_000)
      return "in \(seconds) s"
    }
    // After "in 1 min" come seconds, unless they are not shown.
    let end = minutes > 1 ? (minutes - 1) * Self.minute : unit == .minutes ? 0 : 59_000
    wake(after: left - end)
    return "in \(minutes) min"
  }

  /// The whole seconds that are left until an uptime, rounded up, or in whole minutes; nil when it has passed.
  package mutating func countdown(to date: Duration?) -> Int? {
    guard unit != .none, let date, date > now.uptime else { return nil }
    let step: Int64 = unit == .minutes ? 60 : 1
    let left = (date - now.uptime).wholeSeconds.units(of: step) * step
    wake(at: date - .seconds(left - step))
    return Int(left)
  }

  private mutating func wake(after milliseconds: Int64) {
    wake(at: now.uptime + .milliseconds(milliseconds))
  }

  private mutating func wake(at date: Duration) {
    wakeAt = min(wakeAt ?? date, date)
  }
}

extension Int64 {
  /// How many units of that size there are, rounded up; for what is positive.
  fileprivate func units(of size: Int64) -> Int64 { (self + size - 1) / size }
}

extension Duration {
  /// Rounded up.
  fileprivate var wholeSeconds: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}
