import Jansson
import TestSupport
import Testing

@Suite struct JSONRoundTripTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `what is written reads back equal`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let tree = Tree.random(depth: 4, using: &random)
      let text = JSONText { tree.write(to: &$0) }
      #expect(Tree(try JSONValue.parse(text.bytes.span)) == tree, "\(text)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `what is written passes the scanner and stands on one line`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let tree = Tree.random(depth: 4, using: &random)
      let text = JSONText { tree.write(to: &$0) }
      #expect(Scan.error(text.bytes) == nil, "\(text)")
      #expect(
        !text.description.unicodeScalars.contains {
          "\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
        })
    }
  }

  /// What jansson takes the scanner takes, and what is no JSON to jansson is none to the scanner; between the
  /// two lies what is JSON beyond jansson's means.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `scanner and parser agree on damaged texts`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let tree = Tree.random(depth: 3, using: &random)
      var bytes = JSONText { tree.write(to: &$0) }.bytes
      // Only ASCII gives way to ASCII: the scanner leaves UTF-8 to others.
      guard let index = bytes.indices.filter({ bytes[$0] < 0x80 }).randomElement(using: &random) else {
        continue
      }
      bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
      guard let isJSON = Self.isJSON(bytes) else { continue }
      #expect((Scan.error(bytes) == nil) == isJSON, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// jansson's opinion; nil for what it cannot hold.
  private static func isJSON(_ text: [UInt8]) -> Bool? {
    do throws(JSONParseError) {
      _ = try JSONValue.parse(text.span)
      return true
    } catch {
      return error.reason == .syntax ? false : nil
    }
  }
}
