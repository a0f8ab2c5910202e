/// What some fetches amount to.
package struct FetchSummary: Hashable, Sendable {
  /// The share of those that succeeded, 0 to 1; nil without any, like the others.
  package let availability: Double?
  /// The duration that half of them did not exceed, and 95 of 100.
  package let (p50, p95): (Duration?, Duration?)

  package init(of samples: [FetchSample]) {
    let durations = samples.map(\.duration).sorted()
    availability =
      samples.isEmpty ? nil : Double(samples.count { $0.outcome == .ok }) / Double(samples.count)
    p50 = durations.percentile(50)
    p95 = durations.percentile(95)
  }
}

extension [Duration] {
  /// The nearest-rank percentile of sorted durations: the smallest that so many of a hundred do not exceed.
  fileprivate func percentile(_ percent: Int) -> Duration? {
    isEmpty ? nil : self[(count * percent + 99) / 100 - 1]
  }
}
