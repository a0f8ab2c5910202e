import JSONRPC

/// The frames of a whole stream, found as docs/protocol.md section 1 tells it and without regard to cost.
///
/// It shares no code with the decoder that it judges, and knows no pieces: it has all of the stream at once.
struct FrameReference {
  let limit: Int
  private(set) var frames: [Frame] = []

  static func frames(in input: FrameInput) -> [Frame] {
    var reference = FrameReference(limit: input.limit)
    var stream = input.stream
    switch input.framing {
    case .lines?: reference.readLines(stream)
    case .headers?: reference.readHeaders(stream)
    case nil:
      stream = skippingBlanks(stream)
      let isHeaders = stream.first == UInt8(ascii: "C") || stream.first == UInt8(ascii: "c")
      if isHeaders { reference.readHeaders(stream) } else { reference.readLines(stream) }
    }
    return reference.frames
  }

  init(limit: Int) {
    self.limit = limit
  }

  private static func skippingBlanks(_ stream: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var stream = stream
    while let byte = stream.first {
      if isBlank(byte) {
        stream = stream.dropFirst()
      } else if stream.starts(with: byteOrderMark) {
        stream = stream.dropFirst(3)
      } else {
        break
      }
    }
    return stream
  }

  // MARK: Lines

  private mutating func readLines(_ stream: ArraySlice<UInt8>) {
    for line in stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let length = line.count - (line.last == UInt8(ascii: "\r") ? 1 : 0)
      if length > limit { frames.append(.tooLarge) } else { take(line) }
    }
  }

  /// A message, unless nothing is in it.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    let bytes = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes
    if !bytes.allSatisfy(Self.isBlank) { frames.append(.message(Array(bytes))) }
  }

  mutating func refuse(_ problem: Frame) {
    frames.append(problem)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
  }
}
