/// Read your writes (docs/protocol.md section 4): revisions of a resource grow, and an answer with one comes after
/// its notification.
struct Revisions {
  private var told: [[UInt8]: Double] = [:]

  /// - Parameter isTold: Whether the client is told of changes at all.
  mutating func take(_ message: JSONNode, isTold: @autoclosure () -> Bool) throws(Violation) {
    if let params = message["params"], let (resource, revision) = Self.snapshot(params) {
      let before = told[resource] ?? 0
      try require(revision > before, "revision \(revision) is told of after \(before)")
      told[resource] = revision
    }
    guard let result = message["result"], let (resource, revision) = Self.snapshot(result) else { return }
    // An instance that is made, or made again, goes on from the revisions of others, and no client is told of that.
    if result["arguments"] != nil, result["status"]?.string == Array("idle".utf8) {
      told[resource] = max(told[resource] ?? 0, revision)
    }
    let known = told[resource] ?? 0
    try require(revision <= known || !isTold(), "an answer has revision \(revision), \(known) was told of")
  }

  private static func snapshot(_ node: JSONNode) -> (resource: [UInt8], revision: Double)? {
    guard let resource = node["resource"]?.string, let revision = node["revision"]?.number else { return nil }
    // An instance of a parameterised resource has revisions of its own.
    return (resource + Array(node["arguments"]?.text ?? []), revision)
  }
}
