import Jansson

extension TextStyle {
  /// JSON for people: indented, and each kind of token in a colour of its own.
  func text(of json: JSONText) -> String {
    line(of: json.indented)
  }

  /// JSON as it is, each kind of token in a colour of its own.
  func line(of json: JSONText) -> String {
    guard isColoured else { return json.description }
    var painter = TokenPainter(text: json.bytes)
    return painter.paint()
  }
}

/// Colours the tokens of a JSON text that is well-formed.
private struct TokenPainter {
  /// The parameters of SGR (ECMA-48).
  private enum Colour: String {
    case name = "1;34"
    case string = "32"
    case literal = "36"
    case null = "90"
  }

  let text: [UInt8]
  private var output: [UInt8] = []
  private var index = 0

  init(text: [UInt8]) {
    self.text = text
    output.reserveCapacity(text.count * 2)
  }

  mutating func paint() -> String {
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        let end = endOfString
        let isName = end < text.count && text[end] == UInt8(ascii: ":")
        take(through: end, isName ? .name : .string)
      case UInt8(ascii: "n"): take(through: endOfWord, .null)
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "-"), 0x30...0x39:
        take(through: endOfWord, .literal)
      default:
        output.append(text[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The index behind the closing quote.
  private var endOfString: Int {
    var end = index + 1
    while end < text.count, text[end] != UInt8(ascii: "\"") {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(end + 1, text.count)
  }

  /// The index behind a number, or behind `true`, `false` or `null`.
  private var endOfWord: Int {
    text[index...].firstIndex { [0x0A, 0x20, 0x2C, 0x5D, 0x7D].contains($0) } ?? text.count
  }

  private mutating func take(through end: Int, _ colour: Colour) {
    output += Array("\u{1B}[\(colour.rawValue)m".utf8)
    output += text[index..<end]
    output += Array("\u{1B}[0m".utf8)
    index = end
  }
}
