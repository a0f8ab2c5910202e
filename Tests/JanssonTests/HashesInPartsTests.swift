import TestSupport
import Testing

@testable import Jansson

@Suite struct HashesInPartsTests {
  @Test(arguments: [1, 2, 3, 50, 1 << 20] as [UInt64])
  func `a hash is new once, before and after the table has grown`(range: UInt64) {
    var random = SeededGenerator(seed: range)
    var (hashes, known) = (HashesInParts(), Set<UInt64>())
    for _ in 0..<20_000 {
      // Few places in the first table, so that many look for a free one; 0 is taken for 1.
      let hash = 1 + random.next() % range * 64
      let isNew = hashes.insert(hash)
      #expect(isNew == known.insert(hash).inserted)
    }
  }

  @Test func `the places grow little by little`() {
    var random = SeededGenerator(seed: 7)
    var hashes = HashesInParts()
    for _ in 0..<20_000 { _ = hashes.insert(random.next()) }
    for _ in 0..<100 {
      let before = hashes.placeCount
      for _ in 0..<2_000 { _ = hashes.insert(random.next()) }
      #expect(hashes.placeCount < before + before / 4)
    }
  }

  @Test func `every hash stays known while others are moved`() {
    var hashes = HashesInParts()
    for number in 1...5_000 as ClosedRange<UInt64> {
      let hash = number &* 0x9E37_79B9_7F4A_7C15
      let found = [hash, hash, (1 + number / 2) &* 0x9E37_79B9_7F4A_7C15].map { hashes.insert($0) }
      #expect(found == [true, false, false])
    }
  }
}
