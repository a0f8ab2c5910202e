/// Read your writes (PROTOCOL.md section 4): revisions of a resource grow, and an answer with one comes after
/// its notification.
struct Revisions {
  /// Whether the client is told of changes at all.
  let areTold: Bool
  private var told: [[UInt8]: Double] = [:]

  init(areTold: Bool) {
    self.areTold = areTold
  }

  mutating func take(_ message: JSONNode) throws(Violation) {
    if let params = message["params"], let (resource, revision) = Self.snapshot(params) {
      let before = told[resource] ?? 0
      try require(revision > before, "revision \(revision) is told of after \(before)")
      told[resource] = revision
    }
    guard areTold, let result = message["result"], let (resource, revision) = Self.snapshot(result) else {
      return
    }
    let known = told[resource] ?? 0
    try require(revision <= known, "an answer has revision \(revision), and \(known) was told of")
  }

  private static func snapshot(_ node: JSONNode) -> (resource: [UInt8], revision: Double)? {
    guard let resource = node["resource"]?.string, let revision = node["revision"]?.number else { return nil }
    return (resource, revision)
  }
}
