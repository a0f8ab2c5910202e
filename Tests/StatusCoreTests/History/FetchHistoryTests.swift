import Testing

@testable import StatusCore

struct FetchHistoryTests {
  private func sample(
    _ number: Int, _ outcome: FetchSample.Outcome = .ok, taking milliseconds: Int = 1
  ) -> FetchSample {
    FetchSample(
      endedAt: Timestamp(millisecondsSince1970: Int64(number)), outcome: outcome, status: nil, attempts: 1,
      duration: .milliseconds(milliseconds), bytes: nil)
  }

  private func history(_ count: Int) -> FetchHistory {
    var history = FetchHistory()
    for number in 0..<count { history.add(sample(number)) }
    return history
  }

  private func numbers(_ samples: [FetchSample]) -> [Int64] {
    samples.map(\.endedAt.millisecondsSince1970)
  }

  @Test(arguments: [0, 1, 255, 256, 257, 511, 512, 1_000])
  func `the newest 256 fetches are remembered, newest first`(count: Int) {
    let newest = history(count).newest(since: nil, limit: 1_000)
    #expect(numbers(newest) == (max(0, count - 256)..<count).reversed().map { Int64($0) })
  }

  @Test func `since a date, that date included, and as many as wanted`() {
    let history = history(300)
    let date = Timestamp(millisecondsSince1970: 297)
    #expect(numbers(history.newest(since: date, limit: 100)) == [299, 298, 297])
    #expect(numbers(history.newest(since: date, limit: 2)) == [299, 298])
    #expect(history.newest(since: Timestamp(millisecondsSince1970: 300), limit: 2).isEmpty)
  }

  @Test func `a fetch that is remembered takes 20 bytes`() {
    #expect(MemoryLayout<PackedSample>.stride == 20)
  }

  @Test(arguments: [FetchSample.Outcome.ok] + FailureKind.allCases.map { .failed($0) })
  func `a fetch is remembered as it was`(outcome: FetchSample.Outcome) {
    for (status, attempts, bytes) in [(nil, 1, nil), (599, 100, 0), (999, 1, 1 << 30)] as [(Int?, Int, Int?)]
    {
      let sample = FetchSample(
        endedAt: Timestamp(millisecondsSince1970: 1_795_000_000_123), outcome: outcome, status: status,
        attempts: attempts, duration: .microseconds(86_400_000_001), bytes: bytes)
      var history = FetchHistory()
      history.add(sample)
      #expect(history.newest(since: nil, limit: 1) == [sample])
    }
  }

  @Test func `availability is the share of successes`() {
    let samples = [sample(1), sample(2, .failed(.timeout)), sample(3), sample(4)]
    #expect(FetchSummary(of: samples).availability == 0.75)
    #expect(FetchSummary(of: [sample(1, .failed(.offline))]).availability == 0)
  }

  /// Nearest rank, as in the table.
  @Test(arguments: [
    ([5], 5, 5), ([1, 2], 1, 2), ([3, 1, 2], 2, 3), (Array(1...20), 10, 19), (Array(1...100), 50, 95),
    (Array(1...101), 51, 96),
  ])
  func `percentiles are durations that occurred`(durations: [Int], p50: Int, p95: Int) {
    let summary = FetchSummary(of: durations.map { sample(0, taking: $0) })
    #expect(summary.p50 == .milliseconds(p50) && summary.p95 == .milliseconds(p95))
  }

  @Test func `of no fetches there is nothing to say`() {
    let summary = FetchSummary(of: [])
    #expect(summary.availability == nil && summary.p50 == nil && summary.p95 == nil)
  }

  @Test func `an outcome is ok or the name of a kind`() {
    #expect(FetchSample.Outcome(rawValue: "ok") == .ok)
    for kind in FailureKind.allCases {
      #expect(FetchSample.Outcome(rawValue: kind.rawValue) == .failed(kind))
      #expect(FetchSample.Outcome.failed(kind).rawValue == kind.rawValue)
    }
    #expect(FetchSample.Outcome(rawValue: "timeoff") == nil)
  }
}
