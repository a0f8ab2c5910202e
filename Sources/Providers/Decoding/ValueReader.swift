import Jansson
import StatusCore

/// A value in a source's JSON with its path, which problems report.
struct ValueReader {
  private let json: JSONValue
  /// JSON Pointer (RFC 6901) from the outermost value; "" is that value itself.
  private let path: String

  init(_ json: JSONValue, path: String = "") {
    self.json = json
    self.path = path
  }

  var isArray: Bool { json.kind == .array }
  var isObject: Bool { json.kind == .object }

  // MARK: Members

  /// A member that must be there.
  func member(_ name: String) throws(Problem) -> ValueReader {
    guard let member = try optional(name) else { throw missing(name) }
    return member
  }

  /// A member that may be absent, or null, which is the same.
  func optional(_ name: String) throws(Problem) -> ValueReader? {
    guard isObject else { throw unexpected(JSONValue.Kind.object.noun) }
    guard let member = json[name], !member.isNull else { return nil }
    return ValueReader(member, path: path + JSONPointer.token(name))
  }

  /// What `read` makes of each element of an array.
  func elements<Element>(
    _ read: (ValueReader) throws(Problem) -> Element
  ) throws(Problem) -> [Element] {
    guard isArray else { throw unexpected(JSONValue.Kind.array.noun) }
    var elements: [Element] = []
    elements.reserveCapacity(json.count)
    for (index, element) in json.elements.enumerated() {
      elements.append(try read(ValueReader(element, path: "\(path)/\(index)")))
    }
    return elements
  }

  // MARK: Scalars

  func string() throws(Problem) -> String {
    guard let string = json.string else { throw unexpected(JSONValue.Kind.string.noun) }
    return string
  }

  func boolean() throws(Problem) -> Bool {
    guard let boolean = json.boolean else { throw unexpected(JSONValue.Kind.boolean.noun) }
    return boolean
  }

  func number() throws(Problem) -> Double {
    guard let number = json.number else { throw unexpected(JSONValue.Kind.real.noun) }
    return number
  }

  func number(in range: ClosedRange<Double>, _ meaning: String) throws(Problem) -> Double {
    guard let number = json.number else { throw unexpected(meaning) }
    guard range.contains(number) else { throw unexpected(meaning, got: "a number out of range") }
    return number
  }

  // MARK: Failing

  func unexpected(_ expected: String, got found: String? = nil) -> Problem {
    Problem(.unexpected(found ?? json.kind.noun, at: path, expected: expected))
  }

  private func missing(_ name: String) -> Problem {
    Problem(.missing(name, of: path))
  }
}
