// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What `status` can be.
public struct ResourceStatus: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let idle: Self = "idle"
  public static let loading: Self = "loading"
  public static let loaded: Self = "loaded"
  public static let failed: Self = "failed"
}

extension ResourceStatus: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What Snapshot, ResourceSummary and StateChanged have in common.
public protocol SnapshotMembers: Codable, Hashable, Sendable {
  var resource: String { get }
  /// Only of an instance of a parameterised resource: what it was asked for with.
  var arguments: [String: String]? { get }
  /// Grows by one with every change of the snapshot.
  var revision: Int { get }
  /// `idle`: there is nothing to show.
  var status: ResourceStatus { get }
  /// A fetch is under way that a caller waits for, or a poll while there is neither a value nor a failure to show.
  var isFetching: Bool { get }
  /// Which attempt of the fetch is under way, from 1.
  var attempt: Int? { get }
  /// How many attempts the fetch has at most.
  var maxAttempts: Int? { get }
  /// When the value was fetched.
  var updatedAt: Timestamp? { get }
  /// The value is older than `staleAfter`, was restored from disk, or a later fetch failed.
  var isStale: Bool { get }
  /// Why the last fetch failed.
  var failure: FailureData? { get }
  /// Whether and how often it is fetched without being asked for.
  var autoPolling: AutoPolling { get }
}

/// A Snapshot without its value.
public struct ResourceSummary: SnapshotMembers {
  public var resource: String
  /// Only of an instance of a parameterised resource: what it was asked for with.
  public var arguments: [String: String]?
  /// Grows by one with every change of the snapshot.
  public var revision: Int
  /// `idle`: there is nothing to show.
  public var status: ResourceStatus
  /// A fetch is under way that a caller waits for, or a poll while there is neither a value nor a failure to show.
  public var isFetching: Bool
  /// Which attempt of the fetch is under way, from 1.
  public var attempt: Int?
  /// How many attempts the fetch has at most.
  public var maxAttempts: Int?
  /// When the value was fetched.
  public var updatedAt: Timestamp?
  /// The value is older than `staleAfter`, was restored from disk, or a later fetch failed.
  public var isStale: Bool
  /// Why the last fetch failed.
  public var failure: FailureData?
  /// Whether and how often it is fetched without being asked for.
  public var autoPolling: AutoPolling

  public init(
    resource: String,
    arguments: [String: String]? = nil,
    revision: Int,
    status: ResourceStatus,
    isFetching: Bool,
    attempt: Int? = nil,
    maxAttempts: Int? = nil,
    updatedAt: Timestamp? = nil,
    isStale: Bool,
    failure: FailureData? = nil,
    autoPolling: AutoPolling
  ) {
    self.resource = resource
    self.arguments = arguments
    self.revision = revision
    self.status = status
    self.isFetching = isFetching
    self.attempt = attempt
    self.maxAttempts = maxAttempts
    self.updatedAt = updatedAt
    self.isStale = isStale
    self.failure = failure
    self.autoPolling = autoPolling
  }
}

/// All that the daemon knows of one resource at one moment.
public struct Snapshot: SnapshotMembers {
  public var resource: String
  /// Only of an instance of a parameterised resource: what it was asked for with.
  public var arguments: [String: String]?
  /// Grows by one with every change of the snapshot.
  public var revision: Int
  /// `idle`: there is nothing to show.
  public var status: ResourceStatus
  /// A fetch is under way that a caller waits for, or a poll while there is neither a value nor a failure to show.
  public var isFetching: Bool
  /// Which attempt of the fetch is under way, from 1.
  public var attempt: Int?
  /// How many attempts the fetch has at most.
  public var maxAttempts: Int?
  /// When the value was fetched.
  public var updatedAt: Timestamp?
  /// The value is older than `staleAfter`, was restored from disk, or a later fetch failed.
  public var isStale: Bool
  /// Why the last fetch failed.
  public var failure: FailureData?
  /// Whether and how often it is fetched without being asked for.
  public var autoPolling: AutoPolling
  /// The last good value, kept through later failures.
  public var value: JSONValue?

  public init(
    resource: String,
    arguments: [String: String]? = nil,
    revision: Int,
    status: ResourceStatus,
    isFetching: Bool,
    attempt: Int? = nil,
    maxAttempts: Int? = nil,
    updatedAt: Timestamp? = nil,
    isStale: Bool,
    failure: FailureData? = nil,
    autoPolling: AutoPolling,
    value: JSONValue? = nil
  ) {
    self.resource = resource
    self.arguments = arguments
    self.revision = revision
    self.status = status
    self.isFetching = isFetching
    self.attempt = attempt
    self.maxAttempts = maxAttempts
    self.updatedAt = updatedAt
    self.isStale = isStale
    self.failure = failure
    self.autoPolling = autoPolling
    self.value = value
  }
}

/// How long fetches took, from the first attempt to the end.
public struct DurationHistogram: Codable, Hashable, Sendable {
  /// Seconds together.
  public var sum: Double
  /// The longest duration of each bucket but the last one, in seconds.
  public var bounds: [Double]
  /// How many are in each bucket; the last one has those that took longer than the last bound.
  public var counts: [Int]

  public init(sum: Double, bounds: [Double], counts: [Int]) {
    self.sum = sum
    self.bounds = bounds
    self.counts = counts
  }
}

/// The fetches of a resource since the start of the process, counted.
public struct FetchCounts: Codable, Hashable, Sendable {
  public var resource: String
  /// How many have ended in which way: `ok`, or the kind of the failure.
  public var outcomes: [String: Int]
  /// Those that nobody waited for.
  public var polls: Int
  /// Attempts after the first one of a fetch.
  public var retries: Int
  /// The bodies together.
  public var bytes: Int
  public var duration: DurationHistogram

  public init(
    resource: String,
    outcomes: [String: Int],
    polls: Int,
    retries: Int,
    bytes: Int,
    duration: DurationHistogram
  ) {
    self.resource = resource
    self.outcomes = outcomes
    self.polls = polls
    self.retries = retries
    self.bytes = bytes
    self.duration = duration
  }
}
