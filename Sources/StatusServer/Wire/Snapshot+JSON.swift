import Jansson
import StatusCore

/// A snapshot to be told, with its value as text: that is made once, however often it is told.
struct SnapshotText {
  let snapshot: ResourceSnapshot
  let value: JSONText?
}

extension JSONWriter {
  /// A Snapshot (PROTOCOL.md section 5).
  mutating func snapshot(_ told: SnapshotText) {
    object { $0.snapshotMembers(told.snapshot, value: told.value) }
  }

  /// What `listResources` tells of a resource: all but its value.
  mutating func resourceSummary(_ snapshot: ResourceSnapshot) {
    object { $0.snapshotMembers(snapshot, value: nil) }
  }

  /// The params of `stateChanged`: the whole snapshot, and how many notifications it stands for beside its
  /// own.
  mutating func stateChanged(_ told: SnapshotText, coalesced: Int) {
    object { json in
      json.snapshotMembers(told.snapshot, value: told.value)
      json.member("coalesced", coalesced)
    }
  }

  private mutating func snapshotMembers(_ snapshot: ResourceSnapshot, value: JSONText?) {
    member("resource", snapshot.resource.rawValue)
    member("revision", snapshot.revision)
    member("status", snapshot.status.rawValue)
    member("isFetching", snapshot.isFetching)
    member("attempt", snapshot.attempt)
    member("maxAttempts", snapshot.maxAttempts)
    if let value { member("value") { $0.text(value) } }
    member("updatedAt", snapshot.updatedAt?.rfc3339)
    member("isStale", snapshot.isStale)
    if let failure = snapshot.failure { member("failure") { $0.failure(failure) } }
    member("autoPolling") { $0.autoPolling(snapshot.autoPolling) }
  }

  mutating func resourceValue(_ value: ResourceValue) {
    switch value {
    case .fleet(let fleet): self.fleet(fleet)
    case .menu(let menu): self.menu(menu)
    case .any(let json): text(JSONText(trusting: json.text))
    }
  }
}
