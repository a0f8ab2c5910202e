import Engine
import Jansson
import StatusCore

extension JSONWriter {
  /// Writes a Snapshot.
  ///
  /// - Parameters:
  ///   - value: The encoded value, which is made once and shared; nil without a value.
  ///   - tail: The last members, as the session sees them.
  mutating func snapshot(_ snapshot: ResourceSnapshot, value: JSONText?, tail: SnapshotTail) {
    object { json in
      json.snapshotMembers(snapshot, value: value)
      json.members(of: tail)
    }
  }

  /// Writes the members of a Snapshot that all sessions see alike, as an object.
  mutating func snapshotPrefix(_ snapshot: ResourceSnapshot, value: JSONText?) {
    object { $0.snapshotMembers(snapshot, value: value) }
  }

  /// Writes a Snapshot of such an object and a session's last members.
  mutating func object(_ prefix: JSONText, tail: SnapshotTail) {
    object(prefix) { $0.members(of: tail) }
  }

  /// Writes a member of `listResources`: a Snapshot without its value.
  mutating func resourceSummary(_ snapshot: ResourceSnapshot) {
    self.snapshot(snapshot, value: nil, tail: SnapshotTail(snapshot))
  }

  /// Writes the member of `listResources` for a parameterised resource, which has no snapshot of its own.
  mutating func family(_ family: ResourceFamily) {
    object { json in
      json.resource(ResourceID(family.name))
      json.member("parameters") { $0.array(of: family.parameters) { $0.string($1) } }
    }
  }

  /// Writes the params of `stateChanged`: the snapshot, and how many older notifications this one replaces.
  ///
  /// - Parameter snapshot: The encoded snapshot, which all sessions share.
  mutating func change(_ snapshot: JSONText, coalesced: Int) {
    object(snapshot) { $0.member("coalesced", coalesced) }
  }

  private mutating func snapshotMembers(_ snapshot: ResourceSnapshot, value: JSONText?) {
    resource(snapshot.id)
    member("revision", snapshot.revision)
    member("status", snapshot.status.rawValue)
    member("isFetching", snapshot.isFetching)
    member("attempt", snapshot.attempt)
    member("maxAttempts", snapshot.maxAttempts)
    if let value { member("value") { $0.text(value) } }
    member("updatedAt", snapshot.updatedAt)
    member("isStale", snapshot.isStale)
  }

  private mutating func members(of tail: SnapshotTail) {
    if let failure = tail.failure { member("failure") { $0.failure(failure, shown: tail.presentation) } }
    member("autoPolling") { $0.autoPolling(tail.autoPolling, effective: tail.effective) }
  }
}

extension JSONWriter {
  /// Writes the members that name a resource: `resource` and, of an instance, `arguments`.
  mutating func resource(_ id: ResourceID) {
    member("resource", id.name.rawValue)
    guard let arguments = id.arguments else { return }
    member("arguments") { $0.arguments(arguments) }
  }

  /// Writes the arguments of an instance.
  mutating func arguments(_ arguments: ResourceArguments) {
    object { json in
      for argument in arguments.all { json.member(named: argument.name) { $0.string(argument.value) } }
    }
  }

  /// Writes the result of `setAutoPolling`.
  mutating func polling(of resource: ResourceID, as tail: SnapshotTail) {
    object { json in
      json.resource(resource)
      json.member("autoPolling") { $0.autoPolling(tail.autoPolling, effective: tail.effective) }
    }
  }

  /// Writes the member `autoPolling` of a Snapshot.
  mutating func autoPolling(_ polling: AutoPolling, effective: PollingSettings?) {
    object { json in
      json.member("enabled", polling.isEnabled)
      json.member("interval", polling.interval.seconds)
      json.member("nextPollAt", polling.nextPollAt)
      json.member("consecutiveFailures", polling.consecutiveFailures)
      guard let effective else { return }
      json.member("effective") { json in
        json.object { json in
          json.member("enabled", effective.isEnabled)
          json.member("interval", effective.interval.seconds)
        }
      }
    }
  }
}
