package import Reactor

/// The two configurations of a daemon that runs: that of its start, and the present one.
///
/// A reload changes ``current`` only. What clients rely on for the whole session (the list of resources, the limits of a
/// session, the paths of store and metrics) is the same in both (``Configuration/merged(with:)``).
@LoopActor
package final class Configurations {
  package let initial: Configuration
  package internal(set) var current: Configuration

  init(_ initial: Configuration) {
    self.initial = initial
    current = initial
  }
}
