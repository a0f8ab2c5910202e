// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Where a receiver is, WGS 84, and what it says of its movement.
public struct Position: Codable, Hashable, Sendable {
  /// Degrees, north is positive.
  public var latitude: Double
  /// Degrees, east is positive.
  public var longitude: Double
  /// Metres above the sea; above the ellipsoid where the receiver knows no better.
  public var altitude: Double?
  /// Metres by which the place may be wrong.
  public var accuracy: Double?
  /// Metres per second.
  public var speed: Double?
  /// Degrees from true north, clockwise.
  public var heading: Double?

  public init(
    latitude: Double,
    longitude: Double,
    altitude: Double? = nil,
    accuracy: Double? = nil,
    speed: Double? = nil,
    heading: Double? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    self.accuracy = accuracy
    self.speed = speed
    self.heading = heading
  }
}

/// What `status` can be.
public struct LocationStatus: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let loading: Self = "loading"
  public static let loaded: Self = "loaded"
  public static let failed: Self = "failed"
}

extension LocationStatus: CustomStringConvertible {
  public var description: String { rawValue }
}

/// All that the daemon knows of the location at one moment.
public struct LocationSnapshot: Codable, Hashable, Sendable {
  /// Grows by one with every change of anything but `timestamp`.
  public var revision: Int
  /// `loading`: nothing has come since the provider was started.
  public var status: LocationStatus
  public var coordinate: Position?
  public var timestamp: Timestamp?
  /// Why the provider failed.
  public var failure: FailureData?

  public init(
    revision: Int,
    status: LocationStatus,
    coordinate: Position? = nil,
    timestamp: Timestamp? = nil,
    failure: FailureData? = nil
  ) {
    self.revision = revision
    self.status = status
    self.coordinate = coordinate
    self.timestamp = timestamp
    self.failure = failure
  }
}

/// A subscription, and the present location.
public struct LocationSubscription: Codable, Hashable, Sendable {
  /// What `locationChanged` names and `unsubscribeLocation` takes.
  public var subscriptionId: String
  public var location: LocationSnapshot

  public init(subscriptionId: String, location: LocationSnapshot) {
    self.subscriptionId = subscriptionId
    self.location = location
  }
}

/// The params of the notification locationChanged: the whole snapshot as it is now.
public struct LocationChanged: Codable, Hashable, Sendable {
  /// The subscription that is notified.
  public var subscriptionId: String
  public var location: LocationSnapshot
  /// How many older snapshots were left out for this subscription because the reader was slow.
  public var coalesced: Int

  public init(subscriptionId: String, location: LocationSnapshot, coalesced: Int) {
    self.subscriptionId = subscriptionId
    self.location = location
    self.coalesced = coalesced
  }
}
