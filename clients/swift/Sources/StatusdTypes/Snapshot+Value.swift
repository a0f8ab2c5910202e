extension Snapshot {
  /// The snapshot that a notification has.
  public init(_ changed: StateChanged) {
    self.init(
      resource: changed.resource, arguments: changed.arguments, revision: changed.revision,
      status: changed.status, isFetching: changed.isFetching, attempt: changed.attempt,
      maxAttempts: changed.maxAttempts, updatedAt: changed.updatedAt, isStale: changed.isStale,
      failure: changed.failure, autoPolling: changed.autoPolling, value: changed.value)
  }

  /// The value as one of the shapes that the daemon knows, or as a type of one's own; nil where there is none.
  public func value<Value: Decodable>(as type: Value.Type) throws -> Value? {
    try value?.decoded(as: type)
  }
}
