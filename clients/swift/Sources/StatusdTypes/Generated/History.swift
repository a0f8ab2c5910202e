// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// How one fetch of a resource ended.
public struct FetchSample: Codable, Hashable, Sendable {
  public var at: Timestamp
  /// `ok`, or the kind of the failure.
  public var outcome: String
  /// The HTTP status of the last response, where there was one.
  public var status: Int?
  /// How often the fetch tried.
  public var attempts: Int
  /// Seconds from the first attempt to the end.
  public var duration: Double
  /// The size of the body, where there was one.
  public var bytes: Int?

  public init(
    at: Timestamp,
    outcome: String,
    status: Int? = nil,
    attempts: Int,
    duration: Double,
    bytes: Int? = nil
  ) {
    self.at = at
    self.outcome = outcome
    self.status = status
    self.attempts = attempts
    self.duration = duration
    self.bytes = bytes
  }
}

/// Past fetches of a resource, and what they amount to.
public struct History: Codable, Hashable, Sendable {
  /// Newest first.
  public var samples: [FetchSample]
  /// The share of the samples that are ok.
  public var availability: Double?
  /// Seconds that half of the samples did not exceed.
  public var p50: Double?
  /// Seconds that 95 of 100 samples did not exceed.
  public var p95: Double?

  public init(
    samples: [FetchSample],
    availability: Double? = nil,
    p50: Double? = nil,
    p95: Double? = nil
  ) {
    self.samples = samples
    self.availability = availability
    self.p50 = p50
    self.p95 = p95
  }
}
