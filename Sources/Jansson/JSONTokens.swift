/// The tokens of a text that a ``JSONScanner`` has passed, one after the other.
///
/// White space, commas and colons are passed over.
struct JSONTokens {
  enum Kind {
    case open, close, name, string, number, word
  }

  private var index: Int

  /// - Parameter start: Where the first token is looked for.
  init(from start: Int = 0) {
    index = start
  }

  /// The next token of `text`, which must be the same text each time; nil at the end.
  mutating func next(in text: Span<UInt8>) -> (kind: Kind, range: Range<Int>)? {
    while index < text.count {
      let start = index
      index += 1
      switch text[start] {
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: ":"): continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): return (.open, start..<index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): return (.close, start..<index)
      case UInt8(ascii: "\""):
        index = (try? JSONLexer.endOfString(text, from: start)) ?? text.count
        return (isColonNext(text) ? .name : .string, start..<index)
      default:
        let literal = try? JSONLexer.literal(text, from: start)
        index = literal?.end ?? text.count
        return (literal?.kind == .number ? .number : .word, start..<index)
      }
    }
    return nil
  }

  /// Only behind a name stands a colon.
  private func isColonNext(_ text: Span<UInt8>) -> Bool {
    var next = index
    while next < text.count, text[next] <= 0x20 { next += 1 }
    return next < text.count && text[next] == UInt8(ascii: ":")
  }
}
