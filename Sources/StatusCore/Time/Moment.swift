/// What time it is, on both clocks.
package struct Moment: Hashable, Sendable {
  /// Monotonic time since an origin that never changes: what waits and deadlines are measured by.
  package let uptime: Duration
  /// The time of day, which people are shown and which may jump.
  package let time: Timestamp

  package init(uptime: Duration, time: Timestamp) {
    self.uptime = uptime
    self.time = time
  }

  /// The time of day at another uptime, by what the clock shows now.
  package func time(at uptime: Duration) -> Timestamp {
    let (seconds, attoseconds) = (uptime - self.uptime).components
    return Timestamp(
      millisecondsSince1970: time.millisecondsSince1970 + seconds * 1_000
        + attoseconds / 1_000_000_000_000_000)
  }
}
