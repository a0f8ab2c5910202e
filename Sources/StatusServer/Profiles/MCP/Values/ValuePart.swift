import JSONRPC
import Jansson
import StatusCore
import Text

/// Which part of a value is asked for.
struct ValueSelection {
  /// A JSON Pointer (RFC 6901).
  var path = ""
  /// The first element of an array, or the first member of an object, that is given.
  var offset = 0
  /// The most of them; nil for as many as fit.
  var limit: Int?

  static let whole = ValueSelection()
  /// In bytes.
  static let longestPath = 1_024
}

extension ValueSelection: Equatable {
  /// Names of JSON are the same if their bytes are.
  static func == (one: ValueSelection, other: ValueSelection) -> Bool {
    one.offset == other.offset && one.limit == other.limit && one.path.hasSameBytes(as: other.path)
  }
}

/// A part of a value that is no larger than a model can take.
///
/// | what is at the path | what is given |
/// |---|---|
/// | anything that fits | the whole of it |
/// | an array | the elements from the offset that fit; one that does not fit alone stands in the outline |
/// | an object | its outline: name, kind and size of each member |
/// | a long string | its kind and size |
struct ValuePart {
  /// What an outline says of a member of an object, or of an element of an array.
  struct Entry {
    let name: String
    let kind: JSONOutline.Kind
    let bytes: Int
    /// The number of its own members or elements.
    let total: Int?
  }

  let path: String
  let kind: JSONOutline.Kind
  /// The bytes of what is at the path.
  let bytes: Int
  private(set) var total: Int?
  private(set) var offset: Int?
  private(set) var nextOffset: Int?
  private(set) var outline: [Entry] = []
  /// The JSON that is given; nil for none.
  private(set) var value: JSONText?

  /// The most entries of an outline.
  private static let longestOutline = 50
  /// What an entry of an outline takes besides its name.
  private static let entryBytes = 64

  /// - Parameters:
  ///   - text: A value without white space between its tokens.
  ///   - room: The most bytes that are given.
  /// - Throws: `invalidParams` where there is nothing.
  init(of text: [UInt8], _ selection: ValueSelection, room: Int) throws(Problem) {
    let place = try Self.find(selection.path, in: text)
    path = selection.path
    bytes = place.count
    kind = Self.kind(of: text, at: place.lowerBound)
    if place.count <= room, selection.offset == 0, selection.limit == nil {
      value = JSONText(trusting: Array(text[place]))
      return
    }
    switch kind {
    case .array: takeElements(of: text, at: place.lowerBound, selection, room)
    case .object: takeOutline(of: text, at: place.lowerBound, selection, room)
    case .string, .number, .boolean, .null:
      if place.count <= room { value = JSONText(trusting: Array(text[place])) }
    }
  }

  /// The elements follow each other in the text, so what is given is one piece of it.
  private mutating func takeElements(
    of text: [UInt8], at start: Int, _ selection: ValueSelection, _ room: Int
  ) {
    var (count, taken, piece) = (0, 0, Range<Int>?.none)
    var isFull = false
    guard let elements = JSONParts(of: text, at: start) else { return }
    for element in elements {
      defer { count += 1 }
      guard count >= selection.offset, !isFull else { continue }
      let first = piece?.lowerBound ?? element.value.lowerBound
      guard taken < selection.limit ?? .max, element.value.upperBound - first + 2 <= room else {
        isFull = true
        if taken == 0, selection.limit ?? 1 > 0 {
          outline = [Self.entry("\(count)", of: text, element.value)]
          taken = 1
        }
        continue
      }
      piece = first..<element.value.upperBound
      taken += 1
    }
    (total, offset) = (count, selection.offset)
    if selection.offset + taken < count { nextOffset = selection.offset + taken }
    value = JSONText(trusting: [UInt8(ascii: "[")] + (piece.map { text[$0] } ?? []) + [UInt8(ascii: "]")])
  }

  private mutating func takeOutline(of text: [UInt8], at start: Int, _ selection: ValueSelection, _ room: Int)
  {
    let most = min(selection.limit ?? Self.longestOutline, Self.longestOutline)
    var (count, used, isFull) = (0, 0, false)
    guard let members = JSONParts(of: text, at: start) else { return }
    for member in members {
      defer { count += 1 }
      guard count >= selection.offset, !isFull, let name = member.name else { continue }
      used += name.count + Self.entryBytes
      isFull = outline.count == most || (used > room && !outline.isEmpty)
      if isFull { continue }
      outline.append(Self.entry(JSONString.decode(text.span.extracting(name)), of: text, member.value))
    }
    total = count
    if selection.offset > 0 { offset = selection.offset }
    if selection.offset + outline.count < count { nextOffset = selection.offset + outline.count }
  }

  private static func entry(_ name: String, of text: [UInt8], _ place: Range<Int>) -> Entry {
    Entry(
      name: name, kind: kind(of: text, at: place.lowerBound), bytes: place.count,
      total: JSONParts.count(of: text, at: place.lowerBound))
  }

  private static func kind(of text: [UInt8], at start: Int) -> JSONOutline.Kind {
    switch text[start] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .boolean
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }
}

// MARK: Finding

extension ValuePart {
  /// Where the value at a pointer stands.
  static func find(_ pointer: String, in text: [UInt8]) throws(Problem) -> Range<Int> {
    guard let place = JSONPlace(pointer: pointer) else {
      throw .unfitParam(.unfit(param: "arguments.path", .noPointer), "range", path: "/arguments/path")
    }
    if let found = place.find(in: text.span) { return found }
    throw Problem(nothing(at: pointer, in: text))
  }

  /// The problem of a path into a value that there is not.
  static let noValue = ProtocolProblem(
    .invalidParams, reason: "unknown",
    "There is no value yet, so arguments.path leads nowhere; call refresh first",
    path: "/arguments/path")

  private static func nothing(at pointer: String, in text: [UInt8]) -> ProtocolProblem {
    var problem = "There is nothing at \(pointer.quoted) in the value"
    var suggestion: String?
    do throws(JSONPointer.LookupError) {
      _ = try JSONPointer.find(pointer, in: text)
    } catch {
      switch error {
      case .noMember(let container, let nearest, let known):
        suggestion = nearest
        let names = known.prefix(8).map(\.excerpt).joined(separator: ", ")
        problem += nearest.map { ", did you mean \($0)?" } ?? "; \(name(of: container)) has \(names)"
      case .noElement(let container, let count): problem += "; \(name(of: container)) has \(count) elements"
      case .scalar(let container): problem += "; \(name(of: container)) has no members"
      case .syntax: break
      }
    }
    return ProtocolProblem(
      .invalidParams, reason: "unknown", "\(problem)", path: "/arguments/path", suggestion: suggestion)
  }

  private static func name(of container: String) -> String { container.isEmpty ? "it" : container }
}

// MARK: JSON

extension JSONWriter {
  /// Writes the member `part` of a cut Snapshot.
  mutating func part(_ part: ValuePart) {
    object { json in
      json.member("path", part.path)
      json.member("kind", part.kind.name)
      json.member("bytes", part.bytes)
      json.member("total", part.total)
      json.member("offset", part.offset)
      json.member("nextOffset", part.nextOffset)
      guard !part.outline.isEmpty else { return }
      json.member("outline") { $0.array(of: part.outline) { $0.entry($1) } }
    }
  }

  private mutating func entry(_ entry: ValuePart.Entry) {
    object { json in
      json.member("name", entry.name)
      json.member("kind", entry.kind.name)
      json.member("bytes", entry.bytes)
      json.member("total", entry.total)
    }
  }
}

extension JSONOutline.Kind {
  fileprivate var name: String {
    switch self {
    case .object: "object"
    case .array: "array"
    case .string: "string"
    case .number: "number"
    case .boolean: "boolean"
    case .null: "null"
    }
  }
}
