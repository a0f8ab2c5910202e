import StatusCore
import Testing

@Suite struct SplitMix64Tests {
  /// The first numbers of the algorithm's authors for this seed, as they are widely published.
  @Test func `the numbers are those of the published algorithm`() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (1...5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test(arguments: [0, 1, 2, 1_000] as [UInt64])
  func `the sequence can be entered anywhere`(count: UInt64) {
    var walked = SplitMix64(seed: .max)
    for _ in 0..<count { _ = walked.next() }
    var skipped = SplitMix64(seed: .max, skipping: count)
    #expect(skipped.next() == walked.next())
  }

  @Test func `a range gives all of its numbers and no others`() {
    var random = SplitMix64(seed: 1)
    #expect(Set((0..<200).map { _ in random.next(in: -2...3) }) == Set(-2...3))
  }

  @Test func `a range of one number gives that`() {
    var random = SplitMix64(seed: 1)
    #expect(random.next(in: 5...5) == 5)
  }
}
