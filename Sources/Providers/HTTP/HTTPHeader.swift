/// A header of a request, as the configuration gives it.
///
/// Its value may be a secret: it goes to the server that it was configured for and nowhere else, so the type
/// has no description of its own that would show it.
package struct HTTPHeader: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  package var description: String { "\(name): ***" }
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension HTTPHeader {
  /// Bytes of the longest value that is configured: no server takes one as long.
  package static let longestValue = 65_536

  /// No control characters but the tab (RFC 9110 section 5.5): a line end would begin another header.
  package static func canHold(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Names of headers are the same in any case (RFC 9110 section 5.1).
  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name.lowercased() == other.lowercased()
  }

  /// The header as libcurl wants it; nil when its name is none, which no server would understand.
  ///
  /// The configuration has refused both long before; this is what stands between a line end and the request.
  var line: String? {
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfToken) else { return nil }
    // To libcurl, a colon with nothing after it means no such header, and a semicolon an empty one.
    guard value.utf8.contains(where: { !Self.isSpace($0) }) else { return "\(name);" }
    guard value.utf8.contains(where: Self.isLineEnd) else { return "\(name): \(value)" }
    // A line end or a zero byte becomes a space (RFC 9110 section 5.5).
    let bytes = value.utf8.map { Self.isLineEnd($0) ? 0x20 : $0 }
    return "\(name): \(String(decoding: bytes, as: UTF8.self))"
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x00 || byte == 0x0A || byte == 0x0D }

  /// Once line ends are spaces.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

  /// A byte of a token (RFC 9110 section 5.6.2).
  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
