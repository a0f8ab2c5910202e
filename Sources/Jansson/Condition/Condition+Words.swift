/// A condition as a word of the command line.
///
/// | word | |
/// |---|---|
/// | `POINTER=JSON` | equals; what is no JSON is a string |
/// | `POINTER!=JSON` | is there and is not |
/// | `POINTER>=NUMBER`, `POINTER<=NUMBER` | is a number of at least, of at most |
/// | `POINTER`, `!POINTER` | is there, is not there |
/// | `POINTER~`, `changed` | is another than before; the whole value is |
///
/// The first `=` ends the pointer, so a name with one in it cannot be written. In a pointer a `~` is never the last.
extension Condition {
  /// Why a word is no condition.
  package enum WordError: Error, Hashable, Sendable {
    /// What should be a JSON Pointer is none.
    case pointer
    /// What stands behind `>=` or `<=` is no number.
    case number

    /// The end of a sentence that begins with the name of the option.
    package var expectation: String {
      switch self {
      case .pointer:
        "needs a JSON Pointer (RFC 6901) in its condition, which begins with /, as in /state=failed"
      case .number: "needs a number behind >= and <="
      }
    }
  }

  package init(word: String) throws(WordError) {
    let bytes = Array(word.utf8)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      self = try Self.ofPlace(bytes, word)
      return
    }
    let operand = bytes[(equals + 1)...]
    let sign = equals > 0 ? bytes[equals - 1] : 0
    switch sign {
    case UInt8(ascii: "!"): self.init(try Self.place(bytes[..<(equals - 1)]), .not(Self.value(operand)))
    case UInt8(ascii: ">"):
      self.init(try Self.place(bytes[..<(equals - 1)]), .atLeast(try Self.number(operand)))
    case UInt8(ascii: "<"):
      self.init(try Self.place(bytes[..<(equals - 1)]), .atMost(try Self.number(operand)))
    default: self.init(try Self.place(bytes[..<equals]), .oneOf([Self.value(operand)]))
    }
  }

  /// Without an operand.
  private static func ofPlace(_ bytes: [UInt8], _ word: String) throws(WordError) -> Condition {
    if word == "changed" { return Condition(JSONPlace([]), .changed) }
    if bytes.last == UInt8(ascii: "~") { return Condition(try place(bytes.dropLast()), .changed) }
    let isNot = bytes.first == UInt8(ascii: "!")
    return Condition(try place(bytes[(isNot ? 1 : 0)...]), .exists(!isNot))
  }

  private static func place(_ pointer: ArraySlice<UInt8>) throws(WordError) -> JSONPlace {
    guard let place = JSONPlace(pointer: String(decoding: pointer, as: UTF8.self)) else { throw .pointer }
    return place
  }

  private static func number(_ operand: ArraySlice<UInt8>) throws(WordError) -> ExactNumber {
    guard kind(of: operand) == .number else { throw .number }
    let text = compact(operand)
    return ExactNumber(text.span)
  }

  private static func value(_ operand: ArraySlice<UInt8>) -> JSONText {
    guard kind(of: operand) != nil else {
      let string = String(decoding: operand, as: UTF8.self)
      return JSONText { $0.string(string) }
    }
    return JSONText(trusting: compact(operand))
  }

  /// nil for what is no JSON.
  private static func kind(of operand: ArraySlice<UInt8>) -> JSONOutline.Kind? {
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max), keepsOutline: false)
    return (try? scanner.scan(operand.span)) == nil ? nil : scanner.outline.kind
  }

  private static func compact(_ operand: ArraySlice<UInt8>) -> [UInt8] {
    var (out, index) = (CanonicalText(capacity: operand.count), 0)
    out.compact(operand.span, from: &index, count: operand.count)
    return out.takeBytes()
  }
}
