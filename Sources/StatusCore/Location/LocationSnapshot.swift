/// Where the location stands.
package enum LocationStatus: String, Hashable, Sendable {
  /// Nothing has come yet.
  case loading
  case loaded
  /// The source failed; the last position is kept.
  case failed
}

/// All that is known of the location at one moment.
package struct LocationSnapshot: Hashable, Sendable {
  /// Grows by one with every change of anything but ``timestamp``.
  package internal(set) var revision = 0
  package internal(set) var status = LocationStatus.loading
  /// The last one since the source was started, kept through failures.
  package internal(set) var position: Position?
  /// When ``position`` came in, on the clock of this machine: what receivers take for the time may be off by
  /// seconds or by decades.
  package internal(set) var timestamp: Timestamp?
  /// Why the source failed; kept until a position comes or the failure is settled.
  package internal(set) var failure: Failure?

  package init() {}
}
