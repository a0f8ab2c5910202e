/// A large text that stands within another one without being copied.
struct SharedText: Sendable {
  /// The number of the other text's own bytes before it.
  let offset: Int
  let bytes: ArraySlice<UInt8>
}

/// One complete JSON value as it goes over the wire: UTF-8 with no line break in it.
///
/// Large values within it are shared, so that one which stands in several messages is in memory once.
package struct JSONText: Hashable, Sendable {
  /// The text without the large texts that it shares with others.
  let own: [UInt8]
  /// Those texts, in the order in which they stand.
  private let shared: [SharedText]

  /// Takes bytes that the caller knows to be one JSON value.
  package init(trusting bytes: [UInt8]) {
    own = bytes
    shared = []
  }

  /// The value that `write` writes.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    own = writer.own
    shared = writer.shared
  }

  package static let null = JSONText(trusting: Array("null".utf8))

  /// The number of bytes.
  package var count: Int {
    shared.isEmpty ? own.count : shared.reduce(own.count) { $0 + $1.bytes.count }
  }

  /// The text in pieces that follow each other.
  package var pieces: [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    for text in shared {
      pieces += [own[start..<text.offset], text.bytes]
      start = text.offset
    }
    return (pieces + [own[start...]]).filter { !$0.isEmpty }
  }

  /// All of it in one array.
  package var bytes: [UInt8] {
    shared.isEmpty ? own : Array(pieces.joined())
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

/// Members of an object that are always the same, encoded once.
package struct JSONMembers: Sendable {
  let text: [UInt8]

  /// At least one member, as `write` writes it.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    text = writer.bytes
  }
}

extension Span<UInt8> {
  /// A copy of the bytes, which outlives what lends them.
  package var array: [UInt8] {
    // SAFETY: the buffer is read within the closure that lends it, and is as long as the span.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}
