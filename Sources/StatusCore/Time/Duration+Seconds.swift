extension Duration {
  /// Seconds as people write them, to the nanosecond.
  ///
  /// `Duration.seconds(0.009)` is an attosecond less than 9 ms: of two times that were written alike one would
  /// come before the other.
  package init(nearest seconds: Double) {
    let whole = seconds.rounded(.down)
    let nanoseconds = ((seconds - whole) * 1_000_000_000).rounded()
    self = .seconds(Int64(whole)) + .nanoseconds(Int64(nanoseconds))
  }

  /// Seconds to the millisecond, the unit of every duration that is reported.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    let milliseconds = Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()
    return milliseconds / 1_000
  }
}
