/// Any JSON value.
///
/// A number without a fraction that fits 64 bits is an `integer`, however it is written, and every other one a
/// `number`: a longer one loses digits, and one that is too large is infinite.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// A number, as a reader would have it.
  public init(_ number: Double) {
    self = Int(exactly: number).map(JSONValue.integer) ?? .number(number)
  }

  /// The member of an object, or nil.
  public subscript(member: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[member]
  }

  /// The element of an array, or nil.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string, or nil.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A number, or nil.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
}

// Not by nil: in an optional that would be absence in one place and null in the next.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// An integer.
  public init(integerLiteral value: Int) {
    self = .integer(value)
  }

  /// A number.
  public init(floatLiteral value: Double) {
    self.init(value)
  }

  /// A boolean.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }

  /// An object; of equal names the last counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
