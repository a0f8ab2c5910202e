/// What a text may hold that is JSON and yet cannot be taken.
package struct JSONFlaw: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A number that 64 bits do not hold.
    case numberRange
    /// A name with U+0000 in it, which a ``JSONValue`` cannot hold.
    case nullInName
  }

  package let kind: Kind
  /// The index behind the number or the name.
  package let end: Int

  /// Finds the first number or name that cannot be taken, at any depth.
  ///
  /// - Important: The text must have passed a ``JSONScanner``.
  package static func first(in text: Span<UInt8>) -> JSONFlaw? {
    var tokens = JSONTokens()
    while let (kind, range) = tokens.next(in: text) {
      switch kind {
      case .number where JSONNumber(text.extracting(range)) == nil:
        return JSONFlaw(kind: .numberRange, end: range.upperBound)
      case .name where isNullIn(text.extracting(range)):
        return JSONFlaw(kind: .nullInName, end: range.upperBound)
      default: break
      }
    }
    return nil
  }

  /// Finds an object with two members of one name, at any depth.
  ///
  /// - Returns: The index behind the second name.
  /// - Important: The text must have passed a ``JSONScanner``.
  package static func repeatedName(in text: Span<UInt8>, mayHaveEscapes: Bool) -> Int? {
    var tokens = JSONTokens()
    var names: [Range<Int>] = []
    /// How many names there were when each of the open containers began.
    var starts: [Int] = []
    while let (kind, range) = tokens.next(in: text) {
      switch kind {
      case .open: starts.append(names.count)
      case .name: names.append(range)
      case .close:
        let own = names[starts.removeLast()...]
        if let name = JSONNames.repeated(own, in: text, mayHaveEscapes: mayHaveEscapes) {
          return name.upperBound
        }
        names.removeLast(own.count)
      case .string, .number, .word: break
      }
    }
    return nil
  }

  private static func isNullIn(_ name: Span<UInt8>) -> Bool {
    name.firstIndex(of: UInt8(ascii: "\\")) != nil && JSONString.bytes(name).contains(0)
  }
}
