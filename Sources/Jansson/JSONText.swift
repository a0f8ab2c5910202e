/// The bytes of one complete JSON value, as they go over the wire: UTF-8 with no line break in it.
package struct JSONText: Hashable, Sendable {
  package let bytes: [UInt8]

  /// Takes bytes that the caller knows to be one JSON value.
  package init(trusting bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value that `write` writes.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    bytes = writer.bytes
  }

  package static let null = JSONText(trusting: Array("null".utf8))
}

extension JSONText: CustomStringConvertible {
  package var description: String {
    String(decoding: bytes, as: UTF8.self)
  }
}
