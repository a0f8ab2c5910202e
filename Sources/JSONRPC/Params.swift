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
  /// False where a string is written with an escape, or a number may be beyond 64 bits.
  let isPlain: Bool
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
    isPlain = outline.isPlain
    if outline.innerStart == range.lowerBound {
      (parts, start) = (outline.innerParts, range.lowerBound)
    } else {
      (parts, start) = (try Self.parts(of: text), 0)
    }
    guard let end = endOfRepeatedName else { return }
    let path = JSONPointer.pointer(to: JSONPath(toTheValueBefore: end, in: text).droppingLast())
    throw .init(
      .invalidRequest, reason: "duplicateKey",
      "\(ArgumentsPlace.params.words(at: path)) has two members of one name", path: path)
  }

  /// A part of the params of a call, whose members are the arguments of another call.
  init(_ outer: Params, _ members: [JSONOutline.Part]) {
    (text, parts, start) = (outer.text, members, 0)
    (isPlain, isPositional) = (outer.isPlain, false)
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
    guard !isPlain else {
      return ShortBytes(text.span, literal.lowerBound + 1..<literal.upperBound - 1)
    }
    let name = JSONString.bytes(text.span.extracting(literal))
    return ShortBytes(name.span, 0..<name.count)
  }

  /// The text of the param of that name; nil if none was given by name.
  package func text(named name: ShortBytes) -> ArraySlice<UInt8>? {
    guard !isPositional else { return nil }
    for index in 0..<count {
      // The length is compared first: it says no to nearly every name.
      guard !isPlain || parts[index].name.count == name.count + 2 else { continue }
      if self.name(at: index) == name { return text[value(at: index)] }
    }
    return nil
  }

  func kind(of value: Range<Int>) -> JSONValue.Kind { JSONValue.Kind(startingWith: text[value.lowerBound]) }

  /// The index behind a name that an object has twice, at any depth.
  private var endOfRepeatedName: Int? {
    for index in 0..<count where mayRepeatName(value(at: index)) {
      if let end = endOfRepeatedName(in: value(at: index)) { return end }
    }
    guard !isPositional else { return nil }
    return JSONNames.repeated(parts, in: text.span, from: start, mayHaveEscapes: !isPlain)?.upperBound
  }

  /// Whether there may be an object with two members in a value: it has a comma then.
  private func mayRepeatName(_ value: Range<Int>) -> Bool {
    switch text[value.lowerBound] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      text.span.extracting(value).firstIndex(of: UInt8(ascii: ",")) != nil
    default: false
    }
  }

  /// The same in a value that is a container.
  private func endOfRepeatedName(in value: Range<Int>) -> Int? {
    if value.count <= Self.shortObject, text[value.lowerBound] == UInt8(ascii: "{") {
      let members = JSONOutline.members(of: text.span, at: value.lowerBound)
      // Objects inside it are left to the one pass over all of them.
      if !haveContainers(members) {
        return JSONNames.repeated(members, in: text.span, from: 0, mayHaveEscapes: !isPlain)?.upperBound
      }
    }
    let end = JSONFlaw.repeatedName(in: text.span.extracting(value), mayHaveEscapes: !isPlain)
    return end.map { value.lowerBound + $0 }
  }

  /// In a longer object names are looked for without a note of each.
  private static let shortObject = 1_024

  /// Whether the value of one is a container that has something in it.
  private func haveContainers(_ members: [JSONOutline.Part]) -> Bool {
    for index in 0..<members.count where members[index].value.count > 2 {
      let first = text[members[index].value.lowerBound]
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return true }
    }
    return false
  }
}

// MARK: Places

extension Params {
  /// The JSON Pointer of the argument of a parameter, which stands at `value`.
  ///
  /// Nearly every one is a param that was given by name: then there is no way to look for.
  func pointer(to parameter: Parameter, at value: Range<Int>, in place: ArgumentsPlace) -> String {
    if place == .params, !isPositional { return parameter.token }
    return pointer(toWhatEndsAt: value.upperBound)
  }

  /// The JSON Pointer of the value or name that ends there.
  func pointer(toWhatEndsAt end: Int) -> String {
    JSONPointer.pointer(to: JSONPath(toTheValueBefore: end, in: text.span))
  }

  /// The problem of a value or name that ends there.
  func problem(
    of flaw: JSONFlaw.Kind, endingAt end: Int, in place: ArgumentsPlace
  ) -> ProtocolProblem {
    let path = JSONPath(toTheValueBefore: end, in: text.span)
    let pointer = JSONPointer.pointer(to: path)
    switch flaw {
    case .numberRange:
      return .init(
        .invalidParams, reason: "range", "\(place.words(at: pointer)) does not fit 64 bits", path: pointer)
    case .nullInName:
      let container = place.words(at: JSONPointer.pointer(to: path.droppingLast()))
      return .init(
        .invalidParams, reason: "unknown", "\(container) has a name with U+0000 in it", path: pointer)
    }
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
