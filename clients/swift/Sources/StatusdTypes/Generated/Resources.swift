// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Whether and how often a resource is fetched without being asked for.
public struct AutoPolling: Codable, Hashable, Sendable {
  /// Whether it is polled.
  public var enabled: Bool
  /// Seconds from the end of one fetch to the beginning of the next, within 10 % of it.
  public var interval: Double
  /// When the next poll is due.
  public var nextPollAt: Timestamp?
  /// How many polls have failed since the last fetch that succeeded, or that brought a value which could not be stored.
  public var consecutiveFailures: Int
  /// What happens, because of what all clients of the daemon want together.
  public var effective: Effective?

  public init(
    enabled: Bool,
    interval: Double,
    nextPollAt: Timestamp? = nil,
    consecutiveFailures: Int,
    effective: Effective? = nil
  ) {
    self.enabled = enabled
    self.interval = interval
    self.nextPollAt = nextPollAt
    self.consecutiveFailures = consecutiveFailures
    self.effective = effective
  }

  /// What happens, because of what all clients of the daemon want together.
  public struct Effective: Codable, Hashable, Sendable {
    /// Whether it is polled.
    public var enabled: Bool
    /// Seconds.
    public var interval: Double

    public init(enabled: Bool, interval: Double) {
      self.enabled = enabled
      self.interval = interval
    }
  }
}

/// How a resource is polled.
public struct ResourcePolling: Codable, Hashable, Sendable {
  public var resource: String
  public var arguments: [String: String]?
  public var autoPolling: AutoPolling

  public init(resource: String, arguments: [String: String]? = nil, autoPolling: AutoPolling) {
    self.resource = resource
    self.arguments = arguments
    self.autoPolling = autoPolling
  }
}

/// A parameterised resource in a list: it has no snapshot of its own, its instances have.
public struct ResourceFamily: Codable, Hashable, Sendable {
  public var resource: String
  /// The names of the arguments that it takes, in the order of its source.
  public var parameters: [String]

  public init(resource: String, parameters: [String]) {
    self.resource = resource
    self.parameters = parameters
  }
}
