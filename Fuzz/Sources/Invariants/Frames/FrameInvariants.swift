@testable import JSONRPC

/// Holds the frame decoder to what is promised of it, for one input.
///
/// However the stream is cut, its events are those that ``FrameReference`` finds in the whole of it; no more
/// is kept than the longest message or header section; after the end nothing more comes.
package enum FrameInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let input = FrameInput(bytes) else { return }
    let expected = FrameReference.frames(in: input)
    try check(input, cut: [input.stream], expected, "in one piece")
    try check(input, cut: input.chunks, expected, "in pieces of \(input.pieces)")
    try check(input, cut: input.stream.indices.map { input.stream[$0...$0] }, expected, "byte by byte")
  }

  private static func check(
    _ input: FrameInput, cut pieces: [ArraySlice<UInt8>], _ expected: [Frame], _ manner: String
  ) throws(Violation) {
    let frames = try frames(in: pieces, input)
    try require(frames == expected, "\(manner): expected \(expected), got \(frames)")
  }

  private static func frames(
    in pieces: [ArraySlice<UInt8>], _ input: FrameInput
  ) throws(Violation) -> [Frame] {
    var decoder = FrameDecoder(framing: input.framing, messageLimit: input.limit)
    var frames: [Frame] = []
    for piece in pieces {
      decoder.append(piece)
      while let event = decoder.next() {
        frames.append(Frame(event, decoder))
        try checkLength(frames.last, input)
      }
      try checkMemory(decoder, piece.count)
    }
    try finish(&decoder, &frames)
    return frames
  }

  private static func checkLength(_ frame: Frame?, _ input: FrameInput) throws(Violation) {
    // The limit counts a line without its CR, which is white space to the message.
    guard case .message(let bytes) = frame else { return }
    let length = bytes.count - (bytes.last == UInt8(ascii: "\r") ? 1 : 0)
    try require(length <= input.limit, "a message of \(bytes.count) bytes, the limit being \(input.limit)")
  }

  /// What waits is no more than the state needs; behind it may lie as much again that is done with, until
  /// the next piece comes.
  private static func checkMemory(_ decoder: FrameDecoder, _ piece: Int) throws(Violation) {
    let most =
      switch decoder.state {
      // Less than a byte order mark.
      case .undecided: 2
      // A message and a CR.
      case .line: decoder.limit + 1
      case .header: FrameDecoder.headerLimit
      case .body(let length): length - 1
      // Less than Content-Length with its colon.
      case .resynchronising: 14
      case .skippingLine, .skippingBody, .finished: 0
      }
    let waiting = decoder.buffer.count - decoder.head
    try require(waiting <= most, "\(waiting) bytes wait in the state \(decoder.state)")
    let kept = decoder.buffer.count
    let longest = max(decoder.limit + 1, FrameDecoder.headerLimit)
    try require(kept <= 2 * longest + piece, "\(kept) bytes are kept after a piece of \(piece)")
  }

  private static func finish(_ decoder: inout FrameDecoder, _ frames: inout [Frame]) throws(Violation) {
    let framing = decoder.framing
    if let event = decoder.finish() { frames.append(Frame(event, decoder)) }
    try require(decoder.finish() == nil, "the end brought two events")
    try require(decoder.next() == nil, "an event came after the end")
    try require(decoder.framing == framing, "the end changed the framing")
  }
}
