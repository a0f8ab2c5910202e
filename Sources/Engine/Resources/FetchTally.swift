import Reactor
import StatusCore

/// What was fetched since the start; the instances of a parameterised resource count together.
@LoopActor
final class FetchTally {
  private var counts: [ResourceName: FetchCounts] = [:]

  subscript(name: ResourceName) -> FetchCounts { counts[name] ?? FetchCounts() }

  func count(_ sample: FetchSample, of name: ResourceName, isPoll: Bool) {
    counts[name, default: FetchCounts()].count(sample, isPoll: isPoll)
  }
}
