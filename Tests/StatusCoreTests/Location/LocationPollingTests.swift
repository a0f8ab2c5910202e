import Testing

@testable import StatusCore

/// When a location that is fetched is asked for; times are seconds of uptime.
struct LocationPollingTests {
  private var polling = LocationPolling(interval: .seconds(10))
  private var chance = SplitMix64(seed: 1)

  private mutating func start(at seconds: Double = 0, fence: Fence? = nil) -> LocationPolling.Action {
    polling.start(at: .seconds(seconds), fence: fence)
  }

  private mutating func succeed(at seconds: Double, freshFor: Duration? = nil) {
    polling.succeeded(freshFor: freshFor, at: .seconds(seconds), using: &chance)
  }

  private mutating func fail(
    _ kind: FailureKind = .cannotConnect, at seconds: Double, retryAfter: Duration? = nil
  ) -> Fence? {
    polling.failed(
      with: Problem(kind, retryAfter: retryAfter), at: .seconds(seconds), using: &chance)
  }

  /// The seconds from a date to the next attempt.
  private func wait(from seconds: Double) -> Double {
    polling.wakeAt.map { ($0 - .seconds(seconds)) / .seconds(1) } ?? .infinity
  }

  private mutating func wake() -> LocationPolling.Action? {
    polling.wakeAt.flatMap { polling.timePassed(at: $0, fence: nil) }
  }

  @Test mutating func `the first attempt is at once, the next an interval after its end`() {
    #expect(start() == .start)
    succeed(at: 2)
    #expect((9...11).contains(wait(from: 2)))
    #expect(wake() == .start)
  }

  @Test mutating func `nobody who wants it, no attempt`() {
    _ = start()
    polling.stop(at: .seconds(1))
    #expect(polling.wakeAt == nil)
    #expect(start(at: 2) == .start)
  }

  @Test mutating func `failures double the wait up to five minutes, and a success ends that`() {
    var end = 0.0
    for range in [18...22.0, 36...44, 72...88, 144...176, 270...300, 270...300] {
      #expect(end == 0 ? start() == .start : wake() == .start)
      #expect(fail(at: end) == nil)
      #expect(range.contains(wait(from: end)), "\(range)")
      end += wait(from: end)
    }
    _ = wake()
    succeed(at: end)
    #expect((9...11).contains(wait(from: end)))
  }

  @Test mutating func `a failure that somebody asked for does not slow the polls`() {
    _ = start()
    succeed(at: 0)
    #expect(polling.tryAgain(at: .seconds(1), fence: nil) == .start)
    _ = fail(at: 1)
    #expect((9...11).contains(wait(from: 1)))
  }

  @Test mutating func `who asks while an attempt is under way gets its outcome`() {
    _ = start()
    #expect(polling.tryAgain(at: .seconds(1), fence: nil) == nil)
  }

  @Test mutating func `an attempt has ten seconds`() {
    _ = start()
    #expect(polling.timePassed(at: .seconds(9.9), fence: nil) == nil)
    #expect(polling.wakeAt == .seconds(10))
    #expect(polling.timePassed(at: .seconds(10), fence: nil) == .expire)
  }

  @Test mutating func `the interval counts from the end of the freshness`() {
    _ = start()
    succeed(at: 0, freshFor: .seconds(60))
    #expect((69...71).contains(wait(from: 0)))
  }

  @Test(arguments: [(5.0, false), (6, true)])
  mutating func `a Retry-After of more than five seconds puts up a fence`(seconds: Double, isFence: Bool) {
    _ = start()
    let fence = fail(.tooManyRequests, at: 1, retryAfter: .seconds(seconds))
    #expect(fence?.end == (isFence ? .seconds(1 + seconds) : nil))
  }

  @Test mutating func `a Retry-After keeps the polls away`() {
    _ = start()
    _ = fail(.tooManyRequests, at: 0, retryAfter: .seconds(100))
    #expect(wait(from: 0) == 100)
  }

  @Test mutating func `behind a fence who asks is refused, and a poll waits for its end`() {
    let fence = Fence(end: .seconds(100), raisedBy: Problem(.tooManyRequests))
    guard case .refuse(let problem) = start(at: 40, fence: fence) else {
      Issue.record("the source was asked")
      return
    }
    #expect(problem.kind == .tooManyRequests && problem.retryAfter == .seconds(60))
    #expect(polling.wakeAt == .seconds(100))
    guard case .refuse = polling.tryAgain(at: .seconds(50), fence: fence) else {
      Issue.record("the source was asked")
      return
    }
    let longer = Fence(end: .seconds(200), raisedBy: Problem(.tooManyRequests))
    #expect(polling.timePassed(at: .seconds(100), fence: longer) == nil)
    #expect(polling.wakeAt == .seconds(200))
    #expect(polling.timePassed(at: .seconds(200), fence: nil) == .start)
  }
}
