/// How many durations were how long.
package struct DurationHistogram: Hashable, Sendable {
  /// The longest duration of each bucket but the last, which has no bound: from what a file takes to the usual
  /// time-out of a fetch.
  package static let bounds: [Duration] = [
    .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
    .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2_500), .seconds(5), .seconds(10),
    .seconds(30),
  ]

  /// The durations in each bucket alone.
  package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  package private(set) var sum = Duration.zero

  package init() {}

  package mutating func add(_ duration: Duration) {
    counts[Self.bounds.firstIndex { duration <= $0 } ?? Self.bounds.count] += 1
    sum += duration
  }
}
