import Jansson
import StatusCore

extension JSONWriter {
  /// A Snapshot.
  ///
  /// - Parameter value: The value as text, which is made once however often it is reported.
  mutating func snapshot(_ snapshot: ResourceSnapshot, value: JSONText?) {
    object { $0.snapshotMembers(snapshot, value: value) }
  }

  /// What `listResources` reports of a resource: all but its value.
  mutating func resourceSummary(_ snapshot: ResourceSnapshot) {
    object { $0.snapshotMembers(snapshot, value: nil) }
  }

  /// The params of a notification: the whole snapshot, and how many notifications it stands for beside its own.
  mutating func change(_ snapshot: ResourceSnapshot, value: JSONText?, coalesced: Int) {
    object { json in
      json.snapshotMembers(snapshot, value: value)
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
