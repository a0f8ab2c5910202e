import Jansson
import StatusCore

extension JSONWriter {
  /// A Snapshot (PROTOCOL.md section 5).
  mutating func snapshot(_ snapshot: ResourceSnapshot) {
    object { $0.snapshotMembers(snapshot, withValue: true) }
  }

  /// What `listResources` tells of a resource: all but its value.
  mutating func resourceSummary(_ snapshot: ResourceSnapshot) {
    object { $0.snapshotMembers(snapshot, withValue: false) }
  }

  /// The params of `stateChanged`: the whole snapshot, and how many notifications it stands for beside its
  /// own.
  mutating func stateChanged(_ snapshot: ResourceSnapshot, coalesced: Int) {
    object { json in
      json.snapshotMembers(snapshot, withValue: true)
      json.member("coalesced", coalesced)
    }
  }

  private mutating func snapshotMembers(_ snapshot: ResourceSnapshot, withValue: Bool) {
    member("resource", snapshot.resource.rawValue)
    member("revision", snapshot.revision)
    member("status", snapshot.status.rawValue)
    member("isFetching", snapshot.isFetching)
    member("attempt", snapshot.attempt)
    member("maxAttempts", snapshot.maxAttempts)
    if withValue, let value = snapshot.value { member("value") { $0.resourceValue(value) } }
    member("updatedAt", snapshot.updatedAt?.rfc3339)
    member("isStale", snapshot.isStale)
    if let failure = snapshot.failure { member("failure") { $0.failure(failure) } }
  }

  private mutating func resourceValue(_ value: ResourceValue) {
    switch value {
    case .fleet(let fleet): self.fleet(fleet)
    case .menu(let menu): self.menu(menu)
    }
  }
}
