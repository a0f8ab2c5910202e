public import StatusdScreen

/// A value of any shape as a tree.
public struct Outline: Hashable, Sendable, Identifiable {
  /// Where it stands, as a JSON Pointer.
  public let id: String
  /// Its name, and its value if that has nothing below it.
  public let title: String
  /// Nil for what has nothing below it.
  public let children: [Outline]?

  /// Members come by name.
  public static func rows(of value: JSONValue, at path: String = "") -> [Outline] {
    switch value {
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { Outline($0, $1, at: path) }
    case .array(let elements):
      elements.enumerated().map { Outline("\($0)", $1, at: path) }
    default: [Outline(nil, value, at: path)]
    }
  }

  private init(_ name: String?, _ value: JSONValue, at path: String) {
    id = name.map { "\(path)/\($0)" } ?? path
    if let word = value.word {
      title = [name, word].compactMap { $0 }.joined(separator: ": ")
      children = nil
    } else {
      title = name ?? ""
      children = Self.rows(of: value, at: id)
    }
  }

  /// In lines of text.
  public var lines: [String] {
    [title] + (children ?? []).flatMap { $0.lines.map { "  \($0)" } }
  }
}

extension JSONValue {
  /// Nil for what has members.
  fileprivate var word: String? {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): text
    case .array(let elements): elements.isEmpty ? "[]" : nil
    case .object(let members): members.isEmpty ? "{}" : nil
    }
  }
}
