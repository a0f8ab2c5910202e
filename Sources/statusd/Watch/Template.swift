import ArgumentParser
import Jansson
import StatusCore
import Text

/// A text with places for members of a snapshot: `{value.couriers.length} couriers, {age}`.
///
/// A place names a member by its path. `length` of an array or a string is the number of its elements or characters.
/// `age` is how long ago the value was fetched. What is not there is empty. `{{` and `}}` stand for braces.
struct Template: Equatable {
  private enum Piece: Equatable {
    case text(String)
    case member([String])
    case age
  }

  private let pieces: [Piece]

  private static let ofResource = [
    "resource", "revision", "status", "isFetching", "attempt", "maxAttempts", "value", "updatedAt", "isStale",
    "failure", "autoPolling", "age",
  ]
  private static let ofLocation = ["revision", "status", "coordinate", "timestamp", "failure", "age"]
  /// What only a value brings.
  private static let ofValue: Set = ["value", "updatedAt", "coordinate", "timestamp"]

  init(_ text: String, isLocation: Bool) throws {
    var pieces: [Piece] = []
    var literal = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(character)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw ValidationError("the template has a { without its }; {{ stands for a brace")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(try Self.place(rest[..<end], known: isLocation ? Self.ofLocation : Self.ofResource))
        rest = rest[rest.index(after: end)...]
      case "}": throw ValidationError("the template has a } without its {; }} stands for a brace")
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    self.pieces = pieces
  }

  private static func place(_ text: Substring, known: [String]) throws -> Piece {
    let path = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init(_:))
    guard known.contains(path[0]) else {
      let advice =
        path[0].nearest(in: known).map { "did you mean \($0)?" }
        ?? "there are \(known.joined(separator: ", "))"
      throw ValidationError("the template names a member that no snapshot has; \(advice)")
    }
    return path == ["age"] ? .age : .member(path)
  }

  /// Whether the text changes with time alone.
  var hasAge: Bool { pieces.contains(.age) }

  /// Whether the template says nothing without a value.
  var needsValue: Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .text, .age: true
      case .member(let path): Self.ofValue.contains(path[0])
      }
    }
  }

  /// The text for a snapshot, and for the age of its value.
  func text(of snapshot: JSONText, age: Age?) -> String {
    let bytes = snapshot.bytes
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .age: age?.description ?? ""
      case .member(let path): Self.member(path, of: bytes)
      }
    }.joined()
  }

  private static func member(_ path: [String], of snapshot: [UInt8]) -> String {
    if let value = find(path, in: snapshot) { return text(of: value) }
    guard path.last == "length", let whole = find(path.dropLast(), in: snapshot) else { return "" }
    if whole.first == UInt8(ascii: "\"") { return "\(JSONString.decode(whole.span).count)" }
    guard let value = try? JSONValue.parse(whole.span, roundsIntegers: true), value.kind == .array else {
      return ""
    }
    return "\(value.count)"
  }

  private static func find(_ path: some Sequence<String>, in snapshot: [UInt8]) -> [UInt8]? {
    let pointer = path.map(JSONPointer.token).joined()
    return (try? JSONPointer.find(pointer, in: snapshot)).map { Array(snapshot[$0]) }
  }

  /// A string without its quotes, nothing for null, and anything else as it was written.
  private static func text(of value: [UInt8]) -> String {
    switch value.first {
    case UInt8(ascii: "\""): JSONString.decode(value.span)
    case UInt8(ascii: "n"): ""
    default: String(decoding: value, as: UTF8.self)
    }
  }
}
