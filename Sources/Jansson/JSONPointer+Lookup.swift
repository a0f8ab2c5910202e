import Text

extension JSONPointer {
  /// Why a pointer leads to no value of a text.
  package enum LookupError: Error, Hashable, Sendable {
    /// The pointer is neither empty nor does it begin with a slash, or a `~` in it is no escape.
    case syntax
    /// An object has no such member.
    ///
    /// - Parameters:
    ///   - container: The pointer to the object.
    ///   - nearest: The pointer to the member that was probably meant.
    ///   - known: The names of the first members.
    case noMember(container: String, nearest: String?, known: [String])
    /// An array has no such element.
    case noElement(container: String, count: Int)
    /// What has neither members nor elements.
    case scalar(container: String)
  }

  /// Finds the value to which a pointer leads.
  ///
  /// - Parameter text: One JSON text that was scanned.
  /// - Returns: Where the value stands.
  package static func find(_ pointer: String, in text: [UInt8]) throws(LookupError) -> Range<Int> {
    var place = 0..<text.count
    var container = ""
    for token in try tokens(of: pointer) {
      place = try step(to: token, in: text, place, at: container)
      container += Self.token(token)
    }
    return place
  }

  /// The reference tokens, unescaped (RFC 6901, section 4).
  private static func tokens(of pointer: String) throws(LookupError) -> [String] {
    guard !pointer.isEmpty else { return [] }
    guard pointer.utf8.first == UInt8(ascii: "/") else { throw .syntax }
    var tokens: [String] = []
    for part in pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      tokens.append(try token(unescaping: part))
    }
    return tokens
  }

  /// By scalars: a combining mark behind an escape belongs to the name.
  private static func token(unescaping part: Substring.UnicodeScalarView) throws(LookupError) -> String {
    var token = String.UnicodeScalarView()
    var rest = part
    while let scalar = rest.popFirst() {
      switch scalar == "~" ? rest.popFirst() : nil {
      case nil where scalar != "~": token.append(scalar)
      case "0": token.append("~")
      case "1": token.append("/")
      default: throw .syntax
      }
    }
    return String(token)
  }

  private static func step(
    to token: String, in text: [UInt8], _ place: Range<Int>, at container: String
  ) throws(LookupError) -> Range<Int> {
    var scanner = JSONScanner(budget: JSONBudget(depth: 128, tokens: .max))
    let inside = text.span.extracting(place)
    try? scanner.scan(inside)
    let outline = scanner.outline
    let found: Range<Int>
    switch outline.kind {
    case .object:
      let names = outline.members.map { JSONString.decode(inside.extracting($0.name)) }
      guard let index = names.firstIndex(where: { $0.hasSameBytes(as: token) }) else {
        let nearest = token.nearest(in: names).map { container + Self.token($0) }
        throw .noMember(container: container, nearest: nearest, known: Array(names.prefix(16)))
      }
      found = outline.parts[index].value
    case .array:
      guard let index = index(token), index < outline.parts.count else {
        throw .noElement(container: container, count: outline.parts.count)
      }
      found = outline.parts[index].value
    case .string, .number, .boolean, .null: throw .scalar(container: container)
    }
    return place.lowerBound + found.lowerBound..<place.lowerBound + found.upperBound
  }

  /// An index as RFC 6901 writes it: digits without a leading zero.
  private static func index(_ token: String) -> Int? {
    guard token.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    guard token == "0" || token.utf8.first != 0x30 else { return nil }
    return Int(token)
  }
}
