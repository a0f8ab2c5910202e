import Providers

@testable import Settings

extension ConfigurationSchema {
  typealias Members = [(String, OrderedJSON)]

  /// What a value of a form may be.
  static func form(_ form: SettingForm) -> Members {
    switch form {
    case .seconds(let range): number("number", range)
    case .integer(let range, _): number("integer", Double(range.lowerBound)...Double(range.upperBound))
    case .boolean: [("type", "boolean")]
    case .choice(let words): [("enum", .array(words.map { .string($0) }))]
    case .source, .locationSource, .path, .command, .template, .storePath:
      [("type", "string"), ("minLength", 1)]
    case .title:
      [("type", "string"), ("minLength", 1), ("maxLength", .number(Double(SettingForm.longestTitle)))]
    case .kinds:
      [("type", "array"), ("minItems", 1), ("items", kind)]
    case .recoveryOptions: recoveryOptions
    case .classRules:
      [("type", "array"), ("items", .object([("type", "string"), ("pattern", "^[A-Za-z0-9_-]{1,64}:")]))]
    case .variables:
      [("type", "array"), ("items", .object([("type", "string"), ("pattern", "^[A-Za-z_][A-Za-z0-9_]*$")]))]
    case .pointer: [("type", "string"), ("pattern", "^(/([^~/]|~[01])*)+$")]
    case .statuses: statuses
    case .headers: headers
    }
  }

  private static func number(_ type: String, _ range: ClosedRange<Double>) -> Members {
    [("type", .string(type)), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
  }

  private static let recoveryOptions: Members = [
    ("type", "object"), ("maxProperties", 20),
    ("propertyNames", .object([("pattern", "^[A-Za-z0-9_-]{1,64}$")])),
    ("additionalProperties", .object([("$ref", "#/$defs/recoveryOption")])),
  ]

  private static let statuses: Members = [
    ("type", "object"), ("propertyNames", .object([("pattern", "^[2-5]([0-9]{2}|xx)$")])),
    ("additionalProperties", .object([("anyOf", .array([meaning, kind]))])),
  ]

  private static let meaning = OrderedJSON.object([
    ("enum", .array(StatusTable.Meaning.words.map { .string($0.name) }))
  ])

  private static let kind = OrderedJSON.object([("$ref", "types/FailureKind.schema.json")])

  private static let headers: Members = [
    ("type", "object"), ("propertyNames", .object([("pattern", "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")])),
    ("additionalProperties", .object([("type", "string")])),
  ]
}
