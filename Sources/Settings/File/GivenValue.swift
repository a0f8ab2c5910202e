import Jansson

/// A value as a file gives it, TOML or JSON alike, before anything is known of what belongs there.
enum GivenValue: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    let name: String
    let value: GivenValue
  }

  case table([Member])
  case array([GivenValue])
  case string(String)
  case integer(Int)
  case real(Double)
  case boolean(Bool)
  /// A date or time of day of TOML.
  case time
  /// JSON's null.
  case null
}

extension GivenValue {
  /// What was got, for a sentence; a string is not repeated, since it may be a secret in the wrong place.
  var kind: String {
    switch self {
    case .table: "a table"
    case .array: JSONValue.Kind.array.noun
    case .string(let text): text.isEmpty ? "an empty string" : JSONValue.Kind.string.noun
    case .integer(let number): "\(number)"
    case .real(let number): number.plain
    case .boolean(let isTrue): "\(isTrue)"
    case .time: "a date or time"
    case .null: JSONValue.Kind.null.noun
    }
  }
}
