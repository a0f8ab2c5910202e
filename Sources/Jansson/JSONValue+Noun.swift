extension JSONValue.Kind {
  /// What a person calls a value of the kind, with its article: "an object".
  ///
  /// Sentences use the same words for what is expected and for what was got.
  package var noun: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer, .real: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}

extension Span<UInt8> {
  /// What a person calls the value that begins there, in a text that a scanner has passed.
  package func noun(ofValueAt place: Int) -> String {
    let kind: JSONValue.Kind =
      switch self[place] {
      case UInt8(ascii: "{"): .object
      case UInt8(ascii: "["): .array
      case UInt8(ascii: "\""): .string
      case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
      case UInt8(ascii: "n"): .null
      default: .real
      }
    return kind.noun
  }
}
