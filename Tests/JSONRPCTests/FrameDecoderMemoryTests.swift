import JSONRPC
import Testing

/// What a decoder keeps of what it has read.
@Suite struct FrameDecoderMemoryTests {
  private static let limit = 1_000

  /// The bytes that the decoder has room for.
  private static func capacity(_ decoder: FrameDecoder) -> Int {
    Mirror(reflecting: decoder).children.compactMap { ($0.value as? [UInt8])?.capacity }.reduce(0, +)
  }

  /// A decoder that has read `text` whole.
  private static func decoder(after text: String) -> FrameDecoder {
    var decoder = FrameDecoder(framing: .lines, messageLimit: limit)
    decoder.append(Array(text.utf8)[...])
    while decoder.next() != nil {}
    return decoder
  }

  @Test(arguments: ["1\n", "x"])
  func `the room for much at once is given back`(piece: String) {
    var decoder = Self.decoder(after: String(repeating: piece, count: 50_000) + "\n")
    decoder.append([UInt8(ascii: "2")])
    #expect((1...2 * Self.limit).contains(Self.capacity(decoder)))
    #expect(decoder.next() == nil && decoder.finish() != nil)
  }

  @Test func `the room for a message is kept for the next`() {
    var decoder = Self.decoder(after: String(repeating: "x", count: 500) + "\n")
    let before = Self.capacity(decoder)
    decoder.append([UInt8(ascii: "2")])
    #expect(before >= 500 && Self.capacity(decoder) == before)
  }
}
