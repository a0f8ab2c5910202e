import Jansson

/// What a word was probably meant to be that is written as conditions are elsewhere: with `==` or `>`, with spaces, with
/// the path of jq.
struct MeantCondition {
  /// The word that was meant; nil where nothing is known.
  private(set) var word: String?
  /// Why a word that is a condition is not what was meant, as the end of a sentence; nil for nothing.
  private(set) var oddity: String?

  private static let longest = 128

  /// A sign as other languages write it, and the one that has the same meaning here.
  private struct Sign {
    let foreign: String
    let ours: String
    /// Whether it is one only in front of a number; elsewhere it is part of a name or of a string.
    var needsNumber = false
    /// Why it is no sign here; nil for one of ours.
    var oddity: String?
  }

  /// Those that begin with others come first.
  private static let signs = [
    Sign(foreign: "===", ours: "=", oddity: oneEquals), Sign(foreign: "==", ours: "=", oddity: oneEquals),
    Sign(foreign: "=>", ours: ">=", needsNumber: true, oddity: orders),
    Sign(foreign: "=<", ours: "<=", needsNumber: true, oddity: orders), Sign(foreign: "=", ours: "="),
    Sign(foreign: "!==", ours: "!=", oddity: oneEquals), Sign(foreign: "!=", ours: "!="),
    Sign(foreign: "~=", ours: "!=", oddity: "has != for what is not equal"),
    Sign(foreign: ">=", ours: ">="), Sign(foreign: "<=", ours: "<="),
    Sign(foreign: ">", ours: ">=", needsNumber: true, oddity: orders),
    Sign(foreign: "<", ours: "<=", needsNumber: true, oddity: orders),
  ]
  private static let oneEquals = "has one = in its condition"
  private static let orders = "has >= and <= for numbers"

  init(by text: String) {
    let bytes = Substring(text).utf8
    guard bytes.count <= Self.longest, !bytes.isEmpty else { return }
    let (left, sign, right) = Self.parts(of: bytes)
    oddity = sign?.oddity ?? Self.spacing(left, right)
    let isNot = sign == nil && left.first == UInt8(ascii: "!")
    let place = Self.pointer(Self.trimmed(isNot ? left.dropFirst() : left))
    let operand = String(Substring(Self.trimmed(right)))
    let meant = (isNot ? "!" : "") + place + (sign?.ours ?? "") + operand
    if meant != text, (try? Condition(word: meant)) != nil { word = meant }
  }

  /// The word before its first sign, the sign, and what stands behind it.
  private static func parts(
    of bytes: Substring.UTF8View
  ) -> (left: Substring.UTF8View, sign: Sign?, right: Substring.UTF8View) {
    for index in bytes.indices {
      let rest = bytes[index...]
      let found = signs.first { sign in
        rest.starts(with: sign.foreign.utf8)
          && (!sign.needsNumber || isNumber(rest.dropFirst(sign.foreign.utf8.count)))
      }
      if let found { return (bytes[..<index], found, rest.dropFirst(found.foreign.utf8.count)) }
    }
    return (bytes, nil, bytes.suffix(0))
  }

  private static func isNumber(_ text: Substring.UTF8View) -> Bool {
    Double(String(Substring(trimmed(text)))) != nil
  }

  /// JSON may have spaces around it; in a string and in a name they are part of it, and rarely meant.
  private static func spacing(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> String? {
    let space = UInt8(ascii: " ")
    let isSpaced = left.first == space || left.last == space || right.first == space && !isJSON(right)
    return isSpaced ? "has no spaces around the sign in its condition" : nil
  }

  private static func isJSON(_ text: Substring.UTF8View) -> Bool {
    let bytes = Array(text)
    return (try? JSONValue.parse(bytes.span, roundsIntegers: true)) != nil
  }

  /// `state`, `.runs[0].state` and `$.runs.0.state` as JSON Pointers.
  private static func pointer(_ path: Substring.UTF8View) -> String {
    let text = String(Substring(path))
    guard path.first != UInt8(ascii: "/"), !path.isEmpty, text != "~" else { return text }
    var rest = path
    if rest.first == UInt8(ascii: "$") { rest = rest.dropFirst() }
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
    if rest.contains(UInt8(ascii: "/")) { return "/" + String(Substring(rest)) }
    let steps = rest.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "["): UInt8(ascii: "/")
      case UInt8(ascii: "]"), UInt8(ascii: "\""): nil
      default: byte
      }
    }
    return "/" + String(decoding: steps, as: UTF8.self)
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while text.first == UInt8(ascii: " ") { text = text.dropFirst() }
    while text.last == UInt8(ascii: " ") { text = text.dropLast() }
    return text
  }
}
