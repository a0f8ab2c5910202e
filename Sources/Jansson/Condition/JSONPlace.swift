/// The way to a value, by reference tokens (RFC 6901), in texts without white space between their tokens.
///
/// Names are compared by the characters that they stand for, and characters by their bytes: Swift's strings would take
/// “é” and “e” with a combining accent for the same.
package struct JSONPlace: Hashable, Sendable {
  /// Unescaped.
  package let tokens: [String]
  private let names: [[UInt8]]

  package init(_ tokens: [String]) {
    self.tokens = tokens
    names = tokens.map { Array($0.utf8) }
  }

  /// nil for what is no JSON Pointer: neither empty nor with a slash in front, or with a `~` that is no escape.
  package init?(pointer: String) {
    guard pointer.utf8.isEmpty || pointer.utf8.first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    for part in pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    {
      guard let token = Self.unescaped(part) else { return nil }
      tokens.append(token)
    }
    self.init(tokens)
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The JSON Pointer.
  package var pointer: String { tokens.map(JSONPointer.token).joined() }

  /// Where the value stands in a text; nil if the way leads nowhere.
  ///
  /// The text is walked once: of what lies on the way only the beginning is looked for.
  package func find(in text: Span<UInt8>) -> Range<Int>? {
    var place = 0
    for name in names {
      let next: Int? =
        switch text[place] {
        case UInt8(ascii: "{"): text.member(name, ofObjectAt: place)
        case UInt8(ascii: "["): text.element(name, ofArrayAt: place)
        default: nil
        }
      guard let next else { return nil }
      place = next
    }
    return place..<text.endOfValue(from: place)
  }
}

extension Span<UInt8> {
  /// Where the value of a member begins.
  fileprivate func member(_ name: [UInt8], ofObjectAt start: Int) -> Int? {
    var index = start + 1
    while self[index] != UInt8(ascii: "}") {
      let candidate = self.name(at: index)
      let value = candidate.upperBound + 2
      if spells(name, at: candidate) { return value }
      index = behindComma(endOfValue(from: value))
    }
    return nil
  }

  /// Where an element begins.
  ///
  /// - Parameter token: An index as RFC 6901 writes it, digits without a leading zero, or something else.
  fileprivate func element(_ token: [UInt8], ofArrayAt start: Int) -> Int? {
    guard token.allSatisfy({ 0x30...0x39 ~= $0 }), token.count == 1 || token.first != UInt8(ascii: "0"),
      var left = Int(String(decoding: token, as: UTF8.self))
    else { return nil }
    var index = start + 1
    while self[index] != UInt8(ascii: "]") {
      if left == 0 { return index }
      left -= 1
      index = behindComma(endOfValue(from: index))
    }
    return nil
  }

  /// Whether a member's name, between its quotes, stands for these bytes.
  private func spells(_ name: [UInt8], at range: Range<Int>) -> Bool {
    // Each escape is longer than what it stands for.
    guard range.count >= name.count else { return false }
    if hasEscape(range) { return JSONEscapes.resolved(self, range) == name }
    return extracting(range).isEqual(to: name.span)
  }
}
