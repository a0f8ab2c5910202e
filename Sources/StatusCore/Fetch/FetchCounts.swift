/// The fetches of a resource since the start of the process, counted.
package struct FetchCounts: Hashable, Sendable {
  /// How many have ended in which way.
  package private(set) var outcomes: [FetchSample.Outcome: Int] = [:]
  /// Those that nobody waited for.
  package private(set) var polls = 0
  /// Attempts besides the first one of each fetch.
  package private(set) var retries = 0
  /// The bodies together.
  package private(set) var bytes = 0
  package private(set) var durations = DurationHistogram()

  package init() {}

  package mutating func count(_ sample: FetchSample, isPoll: Bool) {
    outcomes[sample.outcome, default: 0] += 1
    if isPoll { polls += 1 }
    retries += sample.attempts - 1
    bytes += sample.bytes ?? 0
    durations.add(sample.duration)
  }
}
