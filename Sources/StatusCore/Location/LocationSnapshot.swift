/// The status of the location.
package enum LocationStatus: String, Hashable, Sendable {
  /// The source has reported nothing yet.
  case loading
  /// The source has reported a position.
  case loaded
  /// The source failed; the last position is kept.
  case failed
}

/// Everything that is known about the location at one moment.
package struct LocationSnapshot: Hashable, Sendable {
  /// Grows by one with every change, except a change of ``timestamp`` alone.
  package internal(set) var revision = 0
  package internal(set) var status = LocationStatus.loading
  /// The last position since the source was started; failures do not remove it.
  package internal(set) var position: Position?
  /// When ``position`` was received, on the clock of this computer.
  ///
  /// The clock of a receiver may be wrong by seconds or by decades.
  package internal(set) var timestamp: Timestamp?
  /// Why the source failed; kept until a position comes or the failure is settled.
  package internal(set) var failure: Failure?

  package init() {}

  /// What another process reports.
  package init(
    revision: Int, status: LocationStatus, position: Position?, timestamp: Timestamp?, failure: Failure?
  ) {
    (self.revision, self.status, self.position) = (revision, status, position)
    (self.timestamp, self.failure) = (timestamp, failure)
  }
}

/// A position with its accuracy and movement, as a receiver reports them.
package struct Position: Hashable, Sendable {
  package var coordinate: Coordinate
  /// Metres above the sea, or above the ellipsoid of WGS 84 if the receiver reports no other.
  package var altitude: Double?
  /// The horizontal error of the coordinate, in metres.
  package var accuracy: Double?
  /// Metres per second.
  package var speed: Double?
  /// Degrees from true north, clockwise, 0 up to but not including 360.
  package var heading: Double?

  package init(_ coordinate: Coordinate) {
    self.coordinate = coordinate
  }
}
