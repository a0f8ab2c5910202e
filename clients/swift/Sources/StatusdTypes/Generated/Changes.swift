// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The params of the notification stateChanged: the whole snapshot as it is now.
public struct StateChanged: SnapshotMembers {
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
  /// How many older snapshots of the resource were left out because the reader was slow.
  public var coalesced: Int

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
    value: JSONValue? = nil,
    coalesced: Int
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
    self.coalesced = coalesced
  }
}
