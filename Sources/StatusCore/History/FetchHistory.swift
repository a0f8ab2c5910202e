/// The newest fetches of a resource, as long as the process lives.
package struct FetchHistory: Hashable, Sendable {
  /// The most that are remembered.
  package static let capacity = 256

  /// A ring: once it is full, the oldest sample stands at `next`.
  private var samples: [FetchSample] = []
  private var next = 0

  package init() {}

  package mutating func add(_ sample: FetchSample) {
    if samples.count < Self.capacity { samples.append(sample) } else { samples[next] = sample }
    next = (next + 1) % Self.capacity
  }

  /// The newest fetches that ended at a date or later, newest first.
  package func newest(since date: Timestamp?, limit: Int) -> [FetchSample] {
    let ordered = samples.count < Self.capacity ? samples[...] : samples[next...] + samples[..<next]
    return Array(ordered.reversed().lazy.filter { $0.endedAt >= date ?? $0.endedAt }.prefix(limit))
  }
}
