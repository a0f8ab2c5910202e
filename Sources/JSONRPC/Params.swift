package import Jansson
import Text

/// The params of a call: their text, and where each of them stands in it.
///
/// They are read where a method asks for them. No tree is made of them.
package struct Params: Sendable {
  /// An array or an object.
  let text: [UInt8]
  /// Where each stands, in the text that `text` was taken from.
  private let parts: [JSONOutline.Part]
  /// Where `text` began there.
  private let start: Int
  private let hasEscapes: Bool
  let isPositional: Bool

  /// - Parameters:
  ///   - message: A scanned text.
  ///   - range: An array or an object in it.
  ///   - outline: The outline of the message, which may have the parts of the params.
  /// - Throws: What makes the whole message invalid, whichever method it calls.
  init(
    _ message: Span<UInt8>, _ range: Range<Int>, _ outline: borrowing JSONOutline
  ) throws(ProtocolProblem) {
    let text = message.extracting(range)
    self.text = text.array
    isPositional = text[0] == UInt8(ascii: "[")
    hasEscapes = outline.hasEscapes
    if outline.innerStart == range.lowerBound {
      (parts, start) = (outline.innerParts, range.lowerBound)
    } else {
      (parts, start) = (try Self.parts(of: text), 0)
    }
    guard let end = endOfRepeatedName else { return }
    let path = JSONPointer.pointer(to: JSONPath(toTheValueBefore: end, in: text).droppingLast())
    throw .init(
      .invalidRequest, reason: "duplicateKey", "\(Self.place(path)) has two members of one name", path: path)
  }

  private static func parts(of text: Span<UInt8>) throws(ProtocolProblem) -> [JSONOutline.Part] {
    var scanner = JSONScanner(budget: anything)
    do throws(JSONScanError) {
      try scanner.scan(text)
    } catch {
      throw ProtocolProblem(error)
    }
    return scanner.outline.parts
  }

  /// The message as a whole has passed its budget.
  private static let anything = JSONBudget(depth: 128, tokens: .max)

  /// Whether they came as an array or as an object; nil when there are none.
  package var kind: JSONValue.Kind? { parts.isEmpty ? nil : isPositional ? .array : .object }
  var count: Int { parts.count }

  /// The value of a param.
  func value(at index: Int) -> Range<Int> { place(parts[index].value) }

  /// The name of a param that was given by name, with its quotes.
  func literal(at index: Int) -> Range<Int> { place(parts[index].name) }

  private func place(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound - start..<range.upperBound - start
  }

  /// The name of a param that was given by name; nil for one that is longer than any parameter's.
  func name(at index: Int) -> ShortBytes? {
    let literal = literal(at: index)
    guard hasEscapes else {
      return ShortBytes(text.span, literal.lowerBound + 1..<literal.upperBound - 1)
    }
    let name = JSONString.bytes(text.span.extracting(literal))
    return ShortBytes(name.span, 0..<name.count)
  }

  /// The text of the param of that name; nil if none was given by name.
  package func text(named name: ShortBytes) -> ArraySlice<UInt8>? {
    guard !isPositional else { return nil }
    for index in 0..<count where self.name(at: index) == name { return text[value(at: index)] }
    return nil
  }

  func kind(of value: Range<Int>) -> JSONValue.Kind { JSONValue.Kind(startingWith: text[value.lowerBound]) }

  /// The index behind a name that an object has twice, at any depth.
  private var endOfRepeatedName: Int? {
    for index in 0..<count {
      switch text[value(at: index).lowerBound] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        return JSONFlaw.repeatedName(in: text.span, hasEscapes: hasEscapes)
      default: continue
      }
    }
    guard !isPositional, count > 1 else { return nil }
    let names = (0..<count).map { literal(at: $0) }
    return JSONNames.repeated(names[...], in: text.span, hasEscapes: hasEscapes)?.upperBound
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
