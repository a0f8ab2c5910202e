/// How the waits between polls are spread, and how far failures can stretch them.
///
/// The daemon has these values and no others. `Benchmarks/outage` switches them off, to show what they are for.
package struct Pacing: Hashable, Sendable {
  /// The longest wait that failures can cause; zero for no backoff.
  package var longestBackoff = Duration.seconds(300)
  /// How far a wait is from its middle at most, as a part of it; 0 for no jitter.
  package var jitter = 0.1

  package init() {}
}
