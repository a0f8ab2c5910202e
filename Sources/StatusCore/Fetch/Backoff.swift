/// How long to wait before what failed is repeated: twice as long after each failure, up to a cap.
package enum Backoff {
  /// `base` × 2^`failures`, but at most `cap`.
  ///
  /// With a base of 0.2 s and a cap of 5 s:
  ///
  /// | failures | 0 | 1 | 2 | 3 | 4 | 5 and more |
  /// |---|---|---|---|---|---|---|
  /// | wait | 0.2 s | 0.4 s | 0.8 s | 1.6 s | 3.2 s | 5 s |
  package static func wait(after failures: Int, base: Duration, cap: Duration) -> Duration {
    // 2^40 of the shortest base is beyond every cap; further on the product would overflow.
    min(base * (1 << min(max(failures, 0), 40)), cap)
  }
}
