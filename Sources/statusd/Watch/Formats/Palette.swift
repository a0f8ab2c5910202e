import Jansson

/// Where the colours of a line may be.
struct Palette {
  /// Whether a bar may show the class as a colour.
  let ofBar: Bool
  /// How JSON is coloured for a person; nil for not at all.
  let ofTerminal: TerminalColours?
}

/// JSON with colours (ECMA-48, SGR): names, strings, numbers and words, and null.
struct TerminalColours {
  private static let name = "1;34"
  private static let string = "32"
  private static let literal = "36"
  private static let null = "90"

  /// - Parameter text: JSON without white space between its tokens.
  func json(_ text: JSONText) -> String {
    let bytes = text.bytes
    var coloured: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let (end, code) = Self.token(bytes.span, at: index)
      if let code { coloured += Array("\u{1B}[\(code)m".utf8) }
      coloured += bytes[index..<end]
      if code != nil { coloured += Array("\u{1B}[0m".utf8) }
      index = end
    }
    return String(decoding: coloured, as: UTF8.self)
  }

  /// The index behind the token that begins at `start`, and its colour.
  private static func token(_ text: Span<UInt8>, at start: Int) -> (end: Int, code: String?) {
    switch text[start] {
    case UInt8(ascii: "\""):
      let end = text.endOfString(from: start)
      let isName = end < text.count && text[end] == UInt8(ascii: ":")
      return (end, isName ? name : string)
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"):
      return (start + 1, nil)
    case UInt8(ascii: "n"): return (start + 4, null)
    default: return (text.endOfValue(from: start), literal)
    }
  }
}
