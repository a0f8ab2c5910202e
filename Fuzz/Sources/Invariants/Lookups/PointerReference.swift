/// A JSON Pointer followed through a tree, as RFC 6901 says it.
struct PointerReference {
  /// Unescaped, in UTF-8.
  let tokens: [[UInt8]]

  /// nil for what is no pointer.
  init?(_ text: String) {
    var parts = Array(text.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.removeFirst().isEmpty else { return nil }
    var tokens: [[UInt8]] = []
    for part in parts {
      let pieces = part.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
      guard pieces.dropFirst().allSatisfy({ [0x30, 0x31].contains($0.first) }) else { return nil }
      tokens.append(
        pieces.dropFirst().reduce(into: Array(pieces[0])) { token, piece in
          token += [piece.first == 0x30 ? UInt8(ascii: "~") : UInt8(ascii: "/")] + piece.dropFirst()
        })
    }
    self.tokens = tokens
  }

  enum Outcome {
    case found(JSONNode)
    /// Where the way ends: the value that has nothing of that name, and the tokens that lead to it.
    case lost(JSONNode, behind: [[UInt8]])
  }

  func follow(in value: JSONNode) -> Outcome {
    var node = value
    for (index, token) in tokens.enumerated() {
      guard let next = Self.child(token, of: node) else {
        return .lost(node, behind: Array(tokens[..<index]))
      }
      node = next
    }
    return .found(node)
  }

  /// Of members with one name it is the first.
  private static func child(_ token: [UInt8], of node: JSONNode) -> JSONNode? {
    guard node.elements.isEmpty else {
      let name = String(decoding: token, as: UTF8.self)
      guard let index = Int(name), "\(index)" == name, node.elements.indices.contains(index) else {
        return nil
      }
      return node.elements[index]
    }
    return node.members.first { $0.name == token }?.value
  }
}
