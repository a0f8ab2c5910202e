import Jansson
import StatusCore

/// A value in a few words, for a status bar.
struct ValueSummary: CustomStringConvertible {
  let description: String

  init(of value: ResourceValue, _ shape: ResourceShape) {
    guard let json = try? JSONValue.parse(value.text.span, roundsIntegers: true) else {
      description = String(decoding: value.text, as: UTF8.self)
      return
    }
    description =
      switch shape {
      case .fleet: Self.fleet(json)
      case .menu: Self.menu(json)
      case .any, .text: Self.any(json)
      case .lines: Self.count(json.count, "line")
      }
  }

  private static func fleet(_ fleet: JSONValue) -> String {
    [("couriers", "courier"), ("packages", "package"), ("vehicles", "vehicle")]
      .map { count(fleet[$0.0]?.count ?? 0, $0.1) }.joined(separator: ", ")
  }

  private static func menu(_ menu: JSONValue) -> String {
    let items = menu["sections"]?.elements.reduce(0) { $0 + ($1["items"]?.count ?? 0) }
    return count(items ?? 0, "item")
  }

  /// Of an object those members that are no containers, with their names.
  private static func any(_ value: JSONValue) -> String {
    switch value.kind {
    case .array: return count(value.count, "element")
    case .object:
      let scalars = value.members.filter { ![.object, .array].contains($0.value.kind) }
      guard !scalars.isEmpty else { return count(value.count, "member") }
      return scalars.prefix(mostMembers).map { "\($0.name) \(any($0.value))" }.joined(separator: ", ")
    case .string: return value.string ?? ""
    case .integer, .real: return value.number.map(LocationLine.shortest) ?? ""
    case .boolean: return value.boolean == true ? "true" : "false"
    case .null: return "null"
    }
  }

  private static let mostMembers = 4

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
