import Jansson

/// How a notification says what the value of a snapshot is.
enum PublishedValue {
  /// The whole value.
  case whole(JSONText)
  /// What has changed since the value of an earlier revision (RFC 6902).
  case patch(JSONText, baseRevision: Int)

  /// The smaller of both.
  static func smaller(_ value: JSONText, _ patch: JSONText?, since baseRevision: Int) -> PublishedValue {
    let more = #","baseRevision":\#(baseRevision)"#.utf8.count
    guard let patch, patch.count + more < value.count else { return .whole(value) }
    return .patch(patch, baseRevision: baseRevision)
  }
}

extension JSONWriter {
  /// Writes the member of a Snapshot that holds the value.
  mutating func publishedValue(_ value: PublishedValue) {
    switch value {
    case .whole(let value): member("value") { $0.text(value) }
    case .patch(let patch, let baseRevision):
      member("patch") { $0.text(patch) }
      member("baseRevision", baseRevision)
    }
  }
}
