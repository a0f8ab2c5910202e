/// The newest fetches of a resource, as long as the process lives.
package struct FetchHistory: Hashable, Sendable {
  /// The most that are remembered.
  package static let capacity = 256

  /// A ring: once it is full, the oldest sample stands at `next`.
  private var samples: [PackedSample] = []
  private var next = 0

  package init() {}

  package mutating func add(_ sample: FetchSample) {
    let sample = PackedSample(sample)
    if samples.count < Self.capacity { samples.append(sample) } else { samples[next] = sample }
    next = (next + 1) % Self.capacity
  }

  /// The newest fetches that ended at a date or later, newest first.
  package func newest(since date: Timestamp?, limit: Int) -> [FetchSample] {
    let ordered = samples.count < Self.capacity ? samples[...] : samples[next...] + samples[..<next]
    let sought = ordered.reversed().lazy.filter { sample in date.map { sample.hasEnded(since: $0) } ?? true }
    return sought.prefix(limit).map(\.sample)
  }
}
