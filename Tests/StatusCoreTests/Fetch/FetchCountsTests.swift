import StatusCore
import Testing

struct FetchCountsTests {
  private static func sample(
    _ outcome: FetchSample.Outcome, attempts: Int = 1, duration: Duration = .zero, bytes: Int? = nil
  ) -> FetchSample {
    FetchSample(
      endedAt: Timestamp(millisecondsSince1970: 0), outcome: outcome, status: nil, attempts: attempts,
      duration: duration, bytes: bytes)
  }

  @Test func `fetches are counted by their outcomes`() {
    var counts = FetchCounts()
    counts.count(Self.sample(.ok, bytes: 7), isPoll: true)
    counts.count(Self.sample(.failed(.offline), attempts: 3), isPoll: true)
    counts.count(Self.sample(.ok, attempts: 2, bytes: 5), isPoll: false)
    #expect(counts.outcomes == [.ok: 2, .failed(.offline): 1])
    #expect(counts.polls == 2 && counts.retries == 3 && counts.bytes == 12)
    #expect(counts.durations.counts.reduce(0, +) == 3)
  }

  @Test(arguments: [
    (0, 0), (5, 0), (6, 1), (1_000, 7), (1_001, 8), (30_000, 11), (30_001, 12), (3_600_000, 12),
  ])
  func `a duration belongs to the first bucket that holds it`(milliseconds: Int, bucket: Int) {
    var histogram = DurationHistogram()
    histogram.add(.milliseconds(milliseconds))
    #expect(histogram.counts.indices.filter { histogram.counts[$0] == 1 } == [bucket])
    #expect(histogram.sum == .milliseconds(milliseconds))
  }

  @Test func `the bounds grow`() {
    #expect(DurationHistogram.bounds == DurationHistogram.bounds.sorted())
    #expect(DurationHistogram().counts.count == DurationHistogram.bounds.count + 1)
  }
}
