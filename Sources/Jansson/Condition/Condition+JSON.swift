/// Conditions as params have them: `{"path": POINTER, …}` with one test, or a list of these.
///
/// | member | |
/// |---|---|
/// | `equals` | any JSON |
/// | `not` | any JSON: there is something else |
/// | `oneOf` | 1 to 64 values |
/// | `exists` | whether there is something |
/// | `atLeast`, `atMost` | a number |
/// | `changed` | `true` |
extension Condition {
  /// Why JSON is no condition.
  package struct Mistake: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      case type(JSONValue.Kind, got: String)
      /// An array with fewer elements than one, or with more than so many.
      case count(Int, most: Int)
      case unknown(String, known: [String])
      /// No test, or several.
      case tests([String])
      /// The path is no JSON Pointer.
      case pointer
      /// `changed` is false.
      case notTrue
    }

    /// Where it is in the JSON, as a JSON Pointer.
    package let path: String
    package let reason: Reason

    fileprivate func below(_ step: String) -> Mistake { Mistake(path: step + path, reason: reason) }

    fileprivate init(_ reason: Reason, at path: String = "") {
      self.init(path: path, reason: reason)
    }

    private init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }
  }

  /// The most conditions of a list.
  package static let mostInList = 16
  private static let mostValues = 64
  /// The members that are tests, and all that a condition has.
  private static let tests = ["equals", "not", "oneOf", "exists", "atLeast", "atMost", "changed"]
  private static let members = ["path"] + tests

  /// Reads one condition, or a list of them.
  ///
  /// - Parameter json: One JSON value.
  package static func list(_ json: [UInt8]) throws(Mistake) -> [Condition] {
    var (out, index) = (CanonicalText(capacity: json.count), 0)
    out.compact(json.span, from: &index, count: json.count)
    let text = out.takeBytes()
    guard text.first == UInt8(ascii: "[") else { return [try Condition(text, text.indices)] }
    let elements = text.span.elementsOfArray(at: text.indices)
    guard 1...mostInList ~= elements.count else { throw Mistake(.count(elements.count, most: mostInList)) }
    var conditions: [Condition] = []
    for (number, element) in elements.enumerated() {
      do throws(Mistake) {
        conditions.append(try Condition(text, element))
      } catch {
        throw error.below("/\(number)")
      }
    }
    return conditions
  }

  /// - Parameter text: Has no white space between its tokens.
  private init(_ text: [UInt8], _ range: Range<Int>) throws(Mistake) {
    guard text[range.lowerBound] == UInt8(ascii: "{") else {
      throw Mistake(.type(.object, got: text.span.noun(ofValueAt: range.lowerBound)))
    }
    var pointer = ""
    var tests: [(name: String, value: Range<Int>)] = []
    for member in text.span.membersOfObject(at: range) {
      let name = String(decoding: JSONEscapes.resolved(text.span, member.name), as: UTF8.self)
      guard Self.members.contains(name) else {
        throw Mistake(.unknown(name, known: Self.members), at: JSONPointer.token(name))
      }
      if name == "path" {
        pointer = try Self.string(text, member.value, of: name)
      } else {
        tests.append((name, member.value))
      }
    }
    guard let place = JSONPlace(pointer: pointer) else { throw Mistake(.pointer, at: "/path") }
    guard tests.count == 1, let test = tests.first else { throw Mistake(.tests(tests.map(\.name))) }
    self.init(place, try Self.test(test.name, text, test.value))
  }

  private static func test(
    _ name: String, _ text: [UInt8], _ value: Range<Int>
  ) throws(Mistake) -> Test {
    switch name {
    case "equals": .oneOf([JSONText(trusting: Array(text[value]))])
    case "not": .not(JSONText(trusting: Array(text[value])))
    case "oneOf": .oneOf(try values(text, value))
    case "exists": .exists(try boolean(text, value, of: name))
    case "atLeast": .atLeast(try number(text, value, of: name))
    case "atMost": .atMost(try number(text, value, of: name))
    default: try changed(text, value, of: name)
    }
  }

  private static func changed(
    _ text: [UInt8], _ value: Range<Int>, of name: String
  ) throws(Mistake) -> Test {
    guard try boolean(text, value, of: name) else { throw Mistake(.notTrue, at: "/\(name)") }
    return .changed
  }

  private static func values(_ text: [UInt8], _ range: Range<Int>) throws(Mistake) -> [JSONText] {
    guard text[range.lowerBound] == UInt8(ascii: "[") else {
      throw Mistake(.type(.array, got: text.span.noun(ofValueAt: range.lowerBound)), at: "/oneOf")
    }
    let elements = text.span.elementsOfArray(at: range)
    guard 1...mostValues ~= elements.count else {
      throw Mistake(.count(elements.count, most: mostValues), at: "/oneOf")
    }
    return elements.map { JSONText(trusting: Array(text[$0])) }
  }

  private static func boolean(_ text: [UInt8], _ range: Range<Int>, of name: String) throws(Mistake) -> Bool {
    switch text[range.lowerBound] {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: throw Mistake(.type(.boolean, got: text.span.noun(ofValueAt: range.lowerBound)), at: "/\(name)")
    }
  }

  private static func number(
    _ text: [UInt8], _ range: Range<Int>, of name: String
  ) throws(Mistake) -> ExactNumber {
    guard text[range.lowerBound].beginsNumber else {
      throw Mistake(.type(.real, got: text.span.noun(ofValueAt: range.lowerBound)), at: "/\(name)")
    }
    return ExactNumber(text.span.extracting(range))
  }

  private static func string(
    _ text: [UInt8], _ range: Range<Int>, of name: String
  ) throws(Mistake) -> String {
    guard text[range.lowerBound] == UInt8(ascii: "\"") else {
      throw Mistake(.type(.string, got: text.span.noun(ofValueAt: range.lowerBound)), at: "/\(name)")
    }
    return String(decoding: JSONString.bytes(text.span.extracting(range)), as: UTF8.self)
  }
}
