import Jansson
import StatusCore

/// A value in a few words, for a status bar; the value is passed over, and no tree is made of it.
struct ValueSummary: CustomStringConvertible {
  let description: String

  init(of value: ResourceValue, _ shape: ResourceShape) {
    let text = value.text
    description =
      switch shape {
      case .fleet: Self.fleet(text)
      case .menu: Self.menu(text)
      case .any, .text: Self.any(text)
      case .lines: Self.count(JSONParts.count(of: text) ?? 0, "line")
      }
  }

  private static func fleet(_ fleet: [UInt8]) -> String {
    [("couriers", "courier"), ("packages", "package"), ("vehicles", "vehicle")]
      .map { count(parts(in: fleet, at: $0.0), $0.1) }.joined(separator: ", ")
  }

  private static func menu(_ menu: [UInt8]) -> String {
    let sections = JSONPlace(["sections"]).find(in: menu.span)
    let items = sections.flatMap { JSONParts(of: menu, at: $0.lowerBound) }?.reduce(0) { total, section in
      total + parts(in: Array(menu[section.value]), at: "items")
    }
    return count(items ?? 0, "item")
  }

  /// How many parts a member has.
  private static func parts(in text: [UInt8], at name: String) -> Int {
    JSONPlace([name]).find(in: text.span).flatMap { JSONParts.count(of: text, at: $0.lowerBound) } ?? 0
  }

  /// Of an object those members that are no containers, with their names.
  private static func any(_ text: [UInt8]) -> String {
    guard let parts = JSONParts(of: text) else { return scalar(text[...]) }
    guard text[0] == UInt8(ascii: "{") else {
      return count(parts.reduce(0) { count, _ in count + 1 }, "element")
    }
    var (scalars, total): ([String], Int) = ([], 0)
    for part in parts {
      total += 1
      guard let name = part.name, JSONParts(of: text, at: part.value.lowerBound) == nil else { continue }
      scalars.append("\(string(text[name])) \(scalar(text[part.value]))")
      if scalars.count == mostMembers { break }
    }
    return scalars.isEmpty ? count(total, "member") : scalars.joined(separator: ", ")
  }

  private static func scalar(_ text: ArraySlice<UInt8>) -> String {
    switch text.first {
    case UInt8(ascii: "\""): string(text)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): String(decoding: text, as: UTF8.self)
    default: Double(String(decoding: text, as: UTF8.self)).map(LocationLine.shortest) ?? ""
    }
  }

  /// As much of a string as a line can show.
  private static func string(_ literal: ArraySlice<UInt8>) -> String {
    JSONString.decode(literal.span, scalars: WatchedState.longest + 1)
  }

  private static let mostMembers = 4

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
