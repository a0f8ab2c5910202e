/// A time of day with its date, in milliseconds.
package struct Timestamp: Hashable, Sendable {
  package let millisecondsSince1970: Int64

  package init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }
}

extension Timestamp: Comparable {
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

/// The present time on both clocks.
package struct Moment: Hashable, Sendable {
  /// Monotonic time since a fixed origin, for waits and deadlines.
  package let uptime: Duration
  /// The time of day, for people; it may jump.
  package let time: Timestamp

  package init(uptime: Duration, time: Timestamp) {
    self.uptime = uptime
    self.time = time
  }

  /// The time of day at another uptime, if the clock does not jump meanwhile.
  package func time(at uptime: Duration) -> Timestamp {
    let (seconds, attoseconds) = (uptime - self.uptime).components
    return Timestamp(
      millisecondsSince1970: time.millisecondsSince1970 + seconds * 1_000
        + attoseconds / 1_000_000_000_000_000)
  }
}

extension Duration {
  /// Makes a duration from a decimal number of seconds, rounded to the nanosecond.
  ///
  /// `Duration.seconds(0.009)` is an attosecond less than 9 ms, so it would differ from nine milliseconds
  /// that were given in another way.
  package init(nearest seconds: Double) {
    let whole = seconds.rounded(.down)
    let nanoseconds = ((seconds - whole) * 1_000_000_000).rounded()
    self = .seconds(Int64(whole)) + .nanoseconds(Int64(nanoseconds))
  }

  /// Seconds, rounded to the millisecond; all reported durations have this unit.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    let milliseconds = Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()
    return milliseconds / 1_000
  }
}
