import Jansson

/// The grammar of RFC 8259, rule by rule.
struct JSONNodeReader {
  private let text: [UInt8]
  private let budget: JSONBudget
  private var index = 0
  private var tokens = 0

  init(_ text: [UInt8], _ budget: JSONBudget) {
    self.text = text
    self.budget = budget
  }

  mutating func read() throws(JSONNode.Fault) -> JSONNode {
    let node = try value(depth: 0)
    skipBlanks()
    guard index == text.count else { throw .syntax }
    return node
  }

  // MARK: Structure

  private mutating func value(depth: Int) throws(JSONNode.Fault) -> JSONNode {
    skipBlanks()
    let start = index
    let content: JSONNode.Content =
      switch byte {
      case UInt8(ascii: "{"): .object(try object(depth: depth + 1))
      case UInt8(ascii: "["): .array(try array(depth: depth + 1))
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "t"): try word("true", .boolean(true))
      case UInt8(ascii: "f"): try word("false", .boolean(false))
      case UInt8(ascii: "n"): try word("null", .null)
      default: try number()
      }
    return JSONNode(content, text[start..<index])
  }

  private mutating func object(
    depth: Int
  ) throws(JSONNode.Fault) -> [(name: [UInt8], value: JSONNode)] {
    var members: [(name: [UInt8], value: JSONNode)] = []
    try open(depth)
    if try take(UInt8(ascii: "}")) { return members }
    repeat {
      skipBlanks()
      let name = try string()
      guard try take(UInt8(ascii: ":")) else { throw .syntax }
      members.append((name, try value(depth: depth)))
    } while try take(UInt8(ascii: ","))
    guard try take(UInt8(ascii: "}")) else { throw .syntax }
    return members
  }

  private mutating func array(depth: Int) throws(JSONNode.Fault) -> [JSONNode] {
    var elements: [JSONNode] = []
    try open(depth)
    if try take(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value(depth: depth)) } while try take(UInt8(ascii: ","))
    guard try take(UInt8(ascii: "]")) else { throw .syntax }
    return elements
  }

  private mutating func open(_ depth: Int) throws(JSONNode.Fault) {
    try count()
    guard depth <= budget.depth else { throw .tooDeep }
    index += 1
  }

  private mutating func count() throws(JSONNode.Fault) {
    tokens += 1
    guard tokens <= budget.tokens else { throw .tooManyValues }
  }

  /// Takes that token, if it comes next.
  private mutating func take(_ token: UInt8) throws(JSONNode.Fault) -> Bool {
    skipBlanks()
    guard byte == token else { return false }
    if token == UInt8(ascii: ":") || token == UInt8(ascii: ",") { try count() }
    index += 1
    return true
  }

  // MARK: Scalars

  private mutating func word(
    _ word: String, _ content: JSONNode.Content
  ) throws(JSONNode.Fault) -> JSONNode.Content {
    guard text[index...].starts(with: word.utf8) else { throw .syntax }
    index += word.utf8.count
    return content
  }

  private mutating func number() throws(JSONNode.Fault) -> JSONNode.Content {
    if byte == UInt8(ascii: "-") { index += 1 }
    if byte == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if byte == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return .number
  }

  private mutating func digits() throws(JSONNode.Fault) {
    let start = index
    while let byte, 0x30...0x39 ~= byte { index += 1 }
    guard index > start else { throw .syntax }
  }

  private mutating func string() throws(JSONNode.Fault) -> [UInt8] {
    guard byte == UInt8(ascii: "\"") else { throw .syntax }
    index += 1
    var value: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw .syntax }
      if byte == UInt8(ascii: "\\") {
        value += try escape()
      } else {
        value.append(byte)
        index += 1
      }
    }
    guard byte != nil else { throw .syntax }
    index += 1
    return value
  }

  private mutating func escape() throws(JSONNode.Fault) -> [UInt8] {
    let plain: [Character: UInt8] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x08, "f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09,
    ]
    index += 1
    guard let byte else { throw .syntax }
    if let value = plain[Character(UnicodeScalar(byte))] {
      index += 1
      return [value]
    }
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      guard self.byte == UInt8(ascii: "\\") else { throw .syntax }
      index += 1
      units.append(try codeUnit())
    }
    guard let decoded = String(validating: units, as: UTF16.self) else { throw .syntax }
    return Array(decoded.utf8)
  }

  /// The four digits behind a `u`.
  private mutating func codeUnit() throws(JSONNode.Fault) -> UInt16 {
    let digits = text.dropFirst(index + 1).prefix(4)
    guard byte == UInt8(ascii: "u"), digits.count == 4,
      digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .syntax }
    index += 5
    return unit
  }

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  private mutating func skipBlanks() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
  }
}
