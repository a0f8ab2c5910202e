import Jansson
import StatusCore
import Text

/// A value in lines, for a person who scrolls through them.
enum TopValue {
  /// More of a value is not shown.
  private static let longest = 65_536

  static func lines(of value: ResourceValue, _ shape: ResourceShape) -> [String] {
    let text = value.text
    guard text.count <= longest else { return beginning(of: text) }
    switch shape {
    case .any: return split(JSONText(trusting: text).indented.description)
    case .text: return split(JSONString.decode(text.span))
    case .lines:
      return JSONParts(of: text)?.map { JSONString.decode(text.span.extracting($0.value)) } ?? []
    case .menu, .fleet: break
    }
    guard let json = try? JSONValue.parse(text.span, roundsIntegers: true) else { return [] }
    return split(
      shape == .menu ? MenuText(style: .plain).text(of: json) : FleetText(style: .plain).text(of: json))
  }

  /// By the beginning of the text alone: a value of megabytes must not hold the loop.
  private static func beginning(of text: [UInt8]) -> [String] {
    let isString = text[0] == UInt8(ascii: "\"")
    let lines =
      isString
      ? split(JSONString.decode(text.span, scalars: longest))
      : split(JSONText(trusting: Array(text[..<longest])).indented.description).dropLast()
    return lines + ["… \(text.count) bytes in all"]
  }

  /// By scalars: a combining mark behind a line break hides it from `Character`.
  private static func split(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}
