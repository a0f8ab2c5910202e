package import Jansson
import Text

/// The params of a call: their text, and where each of them stands in it.
///
/// They are read where a method asks for them. No tree is made of them.
package struct Params: Sendable {
  /// An array or an object; empty where there are none.
  let text: [UInt8]
  let parts: [JSONOutline.Part]
  private let hasEscapes: Bool
  let isPositional: Bool

  /// - Parameter text: An array or an object of a scanned text.
  /// - Throws: What makes the whole message invalid, whichever method it calls.
  init(_ text: Span<UInt8>) throws(ProtocolProblem) {
    var scanner = JSONScanner(budget: Self.anything)
    do throws(JSONScanError) {
      try scanner.scan(text)
    } catch {
      throw ProtocolProblem(error)
    }
    let outline = scanner.outline
    self.text = text.array
    parts = outline.parts
    hasEscapes = outline.hasEscapes
    isPositional = outline.kind == .array
    guard let end = endOfRepeatedName(outline) else { return }
    let path = JSONPointer.pointer(to: JSONPath(toTheValueBefore: end, in: text).droppingLast())
    throw .init(
      .invalidRequest, reason: "duplicateKey", "\(Self.place(path)) has two members of one name", path: path)
  }

  private init() {
    (text, parts) = ([], [])
    (hasEscapes, isPositional) = (false, false)
  }

  /// The params of a call without any.
  static let none = Params()

  /// The message as a whole has passed its budget.
  private static let anything = JSONBudget(depth: 128, tokens: .max)

  /// Whether they came as an array or as an object; nil when there are none.
  package var kind: JSONValue.Kind? { parts.isEmpty ? nil : isPositional ? .array : .object }
  var count: Int { parts.count }

  /// The value of a param.
  func value(at index: Int) -> Range<Int> { parts[index].value }

  /// The name of a param that was given by name; nil for one that is longer than any parameter's.
  func name(at index: Int) -> ShortBytes? {
    let literal = parts[index].name
    guard hasEscapes else {
      return ShortBytes(text.span, literal.lowerBound + 1..<literal.upperBound - 1)
    }
    let name = JSONString.bytes(text.span.extracting(literal))
    return ShortBytes(name.span, 0..<name.count)
  }

  func kind(of value: Range<Int>) -> JSONValue.Kind { JSONValue.Kind(startingWith: text[value.lowerBound]) }

  /// The index behind a name that an object has twice, at any depth.
  private func endOfRepeatedName(_ outline: JSONOutline) -> Int? {
    for part in parts {
      switch text[part.value.lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        return JSONFlaw.repeatedName(in: text.span, hasEscapes: hasEscapes)
      default: continue
      }
    }
    return outline.repeatedName(in: text.span)?.upperBound
  }
}

// MARK: Places

extension Params {
  /// The JSON Pointer of the value or name that ends there.
  func pointer(toWhatEndsAt end: Int) -> String {
    JSONPointer.pointer(to: JSONPath(toTheValueBefore: end, in: text.span))
  }

  /// The problem of a value or name that ends there.
  func problem(of flaw: JSONFlaw.Kind, endingAt end: Int) -> ProtocolProblem {
    let path = JSONPath(toTheValueBefore: end, in: text.span)
    let pointer = JSONPointer.pointer(to: path)
    switch flaw {
    case .numberRange:
      return .init(
        .invalidParams, reason: "range", "\(Self.place(pointer)) does not fit 64 bits", path: pointer)
    case .nullInName:
      let container = Self.place(JSONPointer.pointer(to: path.droppingLast()))
      return .init(
        .invalidParams, reason: "unknown", "\(container) has a name with U+0000 in it", path: pointer)
    }
  }

  /// What a sentence calls the value at a JSON Pointer.
  private static func place(_ pointer: String) -> String {
    "params" + pointer.replacing("/", by: ".")
  }
}

extension JSONValue.Kind {
  /// The kind of a value by its first byte; every number is a real.
  fileprivate init(startingWith byte: UInt8) {
    self =
      switch byte {
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
      case UInt8(ascii: "n"): .null
      default: .real
      }
  }
}
