package import Jansson
import Text

/// A text with places for members of a snapshot: `{value.couriers.length} couriers, {age}`.
///
/// A place names a member by its path. `length` of an array or a string is the number of its elements or characters.
/// `age` is how long ago the value was fetched. What is not there is empty. `{{` and `}}` stand for braces.
package struct LineTemplate: Hashable, Sendable {
  private enum Piece: Hashable {
    case text(String)
    case member(JSONPlace)
    /// The place within the value.
    case value(JSONPlace)
    case age
  }

  private let pieces: [Piece]

  /// What only a value brings.
  private static let ofValue: Set = ["value", "updatedAt", "coordinate", "timestamp"]

  package init(_ text: String, isLocation: Bool) throws(WatchMistake) {
    var pieces: [Piece] = []
    var literal = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(scalar)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw WatchMistake(message: "has a { without its }; {{ stands for a brace")
        }
        if !literal.isEmpty { pieces.append(.text(String(literal))) }
        literal = .init()
        pieces.append(try Self.piece(String(rest[..<end]), isLocation: isLocation))
        rest = rest[rest.index(after: end)...]
      case "}": throw WatchMistake(message: "has a } without its {; }} stands for a brace")
      default: literal.append(scalar)
      }
    }
    if !literal.isEmpty { pieces.append(.text(String(literal))) }
    self.pieces = pieces
  }

  private static func piece(_ text: String, isLocation: Bool) throws(WatchMistake) -> Piece {
    let path = try TemplatePlace.path(text, isLocation: isLocation)
    if path[0] == "value" { return .value(JSONPlace(Array(path.dropFirst()))) }
    return path == ["age"] ? .age : .member(JSONPlace(path))
  }

  /// Whether the text changes with time alone.
  package var hasAge: Bool { pieces.contains(.age) }

  /// Whether it has a place for the failure.
  package var showsFailure: Bool { members.contains { $0.tokens[0] == "failure" } }

  /// Whether the template says nothing without a value.
  package var needsValue: Bool { members.allSatisfy { Self.ofValue.contains($0.tokens[0]) } }

  /// The places for members of the value, within the value.
  package var valuePlaces: [JSONPlace] {
    pieces.compactMap { if case .value(let place) = $0 { place } else { nil } }
  }

  /// The places for other members.
  private var members: [JSONPlace] {
    pieces.compactMap { if case .member(let place) = $0 { place } else { nil } }
  }

  /// The text for a snapshot, its value, and the age of that.
  ///
  /// - Parameters:
  ///   - snapshot: Without its value, which may be large.
  ///   - value: nil without one.
  package func text(of snapshot: JSONText, value: [UInt8]?, age: String?) -> String {
    let bytes = snapshot.bytes
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .age: age ?? ""
      case .member(let place): TemplatePlace.text(at: place, in: bytes) ?? ""
      case .value(let place): value.flatMap { TemplatePlace.text(at: place, in: $0) } ?? ""
      }
    }.joined()
  }
}
