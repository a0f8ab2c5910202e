import TestSupport
import Testing

/// The invariants of the beginning of a connection, for seeds with damage.
struct RandomOpeningTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `damaged openings keep the promises`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      guard var bytes = OpeningSeeds.all.randomElement(using: &random) else { continue }
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.damage(&bytes, using: &random) }
      try OpeningInvariants.check(bytes)
    }
  }

  private static func damage(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    guard let place = bytes.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8(ascii: "\n"), at: place)
    default:
      let words = [#""profile":"mcp","#, #""drainTimeout":-1,"#, #""framing":7,"#, "[", "1e400", #"\ud800"#]
      bytes.insert(contentsOf: (words.randomElement(using: &random) ?? "").utf8, at: place)
    }
  }
}
