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
