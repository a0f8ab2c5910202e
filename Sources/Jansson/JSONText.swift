/// One complete JSON value as it goes over the wire: UTF-8 with no line break in it.
///
/// It is kept as pieces, so that a large value which stands in several messages is in memory once.
package struct JSONText: Hashable, Sendable {
  package let pieces: [ArraySlice<UInt8>]

  /// Takes bytes that the caller knows to be one JSON value.
  package init(trusting bytes: [UInt8]) {
    pieces = [bytes[...]]
  }

  /// The value that `write` writes.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    pieces = writer.pieces
  }

  package static let null = JSONText(trusting: Array("null".utf8))

  /// The number of bytes.
  package var count: Int {
    pieces.reduce(0) { $0 + $1.count }
  }

  /// All of it in one array.
  package var bytes: [UInt8] {
    Array(pieces.joined())
  }
}

extension JSONText {
  /// The same bytes, however they are cut into pieces.
  package static func == (left: JSONText, right: JSONText) -> Bool {
    left.pieces.joined().elementsEqual(right.pieces.joined())
  }

  package func hash(into hasher: inout Hasher) {
    for byte in pieces.joined() { hasher.combine(byte) }
  }
}

extension JSONText: CustomStringConvertible {
  package var description: String {
    String(decoding: bytes, as: UTF8.self)
  }
}
