import Jansson

/// A value as a file gives it, TOML or JSON alike, before anything is known of what belongs there.
enum GivenValue: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    let name: String
    let value: GivenValue
    /// Where the value begins, from 1; nil in JSON.
    var line: Int?
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

extension [GivenValue.Member] {
  /// The members as they stand in the file: toml++ sorts them by their names.
  var inFileOrder: [GivenValue.Member] {
    enumerated().sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
      .map(\.element)
  }
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
