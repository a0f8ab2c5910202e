import Jansson

/// JSON strings in a text that was scanned.
enum JSONString {
  /// The value of a string literal with its quotes; "" for what jansson cannot read.
  static func decode(_ literal: Span<UInt8>) -> String {
    let inside = literal.extracting(1..<literal.count - 1)
    // Without an escape the text is the value, and UTF-8, as was checked.
    if !inside.contains(UInt8(ascii: "\\")) { return String(decoding: inside.array, as: UTF8.self) }
    return (try? JSONValue.parse(literal))?.string ?? ""
  }

  /// The value of a literal that may be of any kind; nil when it is no string.
  static func decodeIfString(_ literal: Span<UInt8>) -> String? {
    literal[0] == UInt8(ascii: "\"") ? decode(literal) : nil
  }
}

extension Span<UInt8> {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    indices.contains { self[$0] == byte }
  }
}
