package import JSONRPC

/// What the bytes of an input say: three choose how the decoder is set up and fed, the rest is the stream.
package struct FrameInput: Sendable {
  /// nil for `auto`.
  package let framing: Framing?
  package let limit: Int
  /// The lengths of the pieces in which the stream comes, in turn.
  package let pieces: (Int, Int)
  package let stream: ArraySlice<UInt8>

  /// Limits around which streams of a fuzzer's size can move, one of them above that of a header section.
  private static let limits = [1_048_576, 1, 7, 12, 60, 256, 1_000, 9_000]

  /// nil for an input that is too short to choose.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3 else { return nil }
    framing = [nil, .lines, .headers, nil][Int(bytes[0] & 3)]
    limit = Self.limits[Int(bytes[0] >> 2 & 7)]
    pieces = (Int(bytes[1]) + 1, Int(bytes[2]) + 1)
    stream = bytes[3...]
  }

  /// The three bytes that choose `auto` and the limit of the daemon, in pieces of 256.
  package static let plain: [UInt8] = [0, 255, 255]

  /// The three bytes that choose `auto` and 60 bytes at most, in pieces of 7 and 3.
  package static let tight: [UInt8] = [4 << 2, 6, 2]

  /// The stream, cut.
  var chunks: [ArraySlice<UInt8>] {
    var chunks: [ArraySlice<UInt8>] = []
    var rest = stream
    while !rest.isEmpty {
      let length = chunks.count.isMultiple(of: 2) ? pieces.0 : pieces.1
      chunks.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return chunks
  }
}
