package import Jansson
import Text

/// What stands between the braces of a template: the path of a member, with dots.
package enum TemplatePlace {
  private static let ofResource = [
    "resource", "arguments", "revision", "status", "isFetching", "attempt", "maxAttempts", "value",
    "updatedAt",
    "isStale", "failure", "autoPolling", "age",
  ]
  private static let ofLocation = ["revision", "status", "coordinate", "timestamp", "failure", "age"]
  private static let ofCoordinate = ["latitude", "longitude", "altitude", "accuracy", "speed", "heading"]

  /// The names of the path.
  static func path(_ text: String, isLocation: Bool) throws(WatchMistake) -> [String] {
    guard !text.utf8.contains(UInt8(ascii: "[")) else {
      throw WatchMistake(
        message: "has a place with [; elements have their number behind a dot, as in \(shown(dotted(text)))")
    }
    let path = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    try check(path[0], among: isLocation ? ofLocation : ofResource)
    if path[0] == "coordinate", path.count > 1 { try check(path[1], among: ofCoordinate) }
    return path
  }

  private static func check(_ name: String, among known: [String]) throws(WatchMistake) {
    guard !known.contains(name) else { return }
    let advice =
      name.nearest(in: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
    throw WatchMistake(message: "names a member that no snapshot has; \(advice)")
  }

  /// `value.runs[0]["name"]`, as other languages write it, with dots alone.
  private static func dotted(_ text: String) -> String {
    var dotted = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "[": dotted.append(".")
      case "]", "\"", "'": break
      default: dotted.append(scalar)
      }
    }
    return String(dotted)
  }

  private static func shown(_ path: String) -> String { "{\(path.excerpt.visible)}" }

  /// A place within the value as a template has it.
  package static func shown(_ place: JSONPlace) -> String {
    shown((["value"] + place.tokens).joined(separator: "."))
  }
}

// MARK: In a snapshot, or in a value

extension TemplatePlace {
  /// The text of what is at a place; nil if nothing is.
  ///
  /// - Parameter json: Without white space between its tokens.
  package static func text(at place: JSONPlace, in json: [UInt8]) -> String? {
    if let found = place.find(in: json.span) { return text(of: Array(json[found])) }
    guard place.tokens.last == "length", let whole = JSONPlace(place.tokens.dropLast()).find(in: json.span)
    else { return nil }
    return length(of: Array(json[whole])).map(String.init)
  }

  /// A string without its quotes, nothing for null, and anything else as it was written.
  private static func text(of value: [UInt8]) -> String {
    switch value.first {
    case UInt8(ascii: "\""): JSONString.decode(value.span)
    case UInt8(ascii: "n"): ""
    default: String(decoding: value, as: UTF8.self)
    }
  }

  /// nil for what is neither an array nor a string.
  private static func length(of value: [UInt8]) -> Int? {
    if value.first == UInt8(ascii: "\"") { return JSONString.decode(value.span).count }
    return value.first == UInt8(ascii: "[") ? JSONParts.count(of: value) : nil
  }
}
