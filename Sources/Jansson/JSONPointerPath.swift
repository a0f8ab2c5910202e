/// A JSON Pointer (RFC 6901) that was read once, to be followed often.
package struct JSONPointerPath: Hashable, Sendable, CustomStringConvertible {
  /// As it was written.
  package let description: String
  /// The reference tokens in UTF-8, unescaped.
  let tokens: [[UInt8]]

  /// Leads to the outermost value.
  package static let whole = JSONPointerPath(description: "", tokens: [])

  private init(description: String, tokens: [[UInt8]]) {
    (self.description, self.tokens) = (description, tokens)
  }

  /// nil for what is no pointer: it begins with no slash, or a `~` in it is no escape.
  package init?(_ text: String) {
    guard !text.isEmpty else {
      self = .whole
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [[UInt8]] = []
    for part in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let token = Self.unescaped(Array(part)) else { return nil }
      tokens.append(token)
    }
    self.init(description: text, tokens: tokens)
  }

  package var isWhole: Bool { tokens.isEmpty }

  private static func unescaped(_ part: [UInt8]) -> [UInt8]? {
    var token: [UInt8] = []
    var index = 0
    while index < part.count {
      guard part[index] == UInt8(ascii: "~") else {
        token.append(part[index])
        index += 1
        continue
      }
      guard index + 1 < part.count,
        part[index + 1] == UInt8(ascii: "0") || part[index + 1] == UInt8(ascii: "1")
      else { return nil }
      token.append(part[index + 1] == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
      index += 2
    }
    return token
  }
}
