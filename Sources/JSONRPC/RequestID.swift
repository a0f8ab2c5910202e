/// A request's id, as the bytes in which it was written: `1.0`, `1e2` and thirty digits come back unchanged.
///
/// Two ids are the same when their bytes are; `1` and `1.0` are two.
package struct RequestID: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(trusting bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// `null`: the id of a request that chose it, and of responses to messages whose id could not be read.
  package static let null = RequestID(trusting: Array("null".utf8))

  /// The longest id that is taken, in bytes as written.
  package static let maximumLength = 4_096

  package var isNull: Bool { self == .null }
}

extension RequestID: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
