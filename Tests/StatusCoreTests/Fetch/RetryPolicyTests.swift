import Testing

@testable import StatusCore

@Suite struct RetryPolicyTests {
  @Test(
    arguments: [(1, 0.2), (2, 0.4), (3, 0.8), (4, 1.6), (5, 3.2), (6, 5), (7, 5), (1_000, 5)]
      as [(Int, Double)])
  func `the wait is anywhere up to a limit that doubles to the cap`(attempt: Int, longest: Double) {
    var chance = SplitMix64(seed: 7)
    let waits = (1...500).map { _ in
      RetryPolicy().wait(afterAttempt: attempt, retryAfter: nil, using: &chance)
    }
    let limit = Duration.seconds(longest)
    #expect(waits.allSatisfy { $0 >= .zero && $0 < limit })
    #expect(waits.contains { $0 < limit * 0.1 } && waits.contains { $0 > limit * 0.9 })
  }

  @Test func `a server that asks for more gets it`() {
    var chance = SplitMix64(seed: 7)
    #expect(RetryPolicy().wait(afterAttempt: 1, retryAfter: .seconds(3), using: &chance) == .seconds(3))
  }

  @Test func `base and cap are the configuration's`() {
    var (policy, chance) = (RetryPolicy(), SplitMix64(seed: 7))
    (policy.base, policy.cap) = (.seconds(10), .seconds(15))
    let waits = (1...200).map { _ in policy.wait(afterAttempt: 2, retryAfter: nil, using: &chance) }
    #expect(waits.allSatisfy { $0 < .seconds(15) } && waits.contains { $0 > .seconds(13) })
  }
}

@Suite struct RepeatingTests {
  private static func isRepeated(_ kind: FailureKind, _ status: Int?) -> Bool {
    var problem = Problem(kind)
    problem.detail.status = status
    return problem.isWorthRepeating
  }

  @Test func `of a server's own errors those are repeated that often pass`() {
    #expect([500, 502, 504, nil].allSatisfy { Self.isRepeated(.serverError, $0) })
    #expect([501, 505, 520].allSatisfy { !Self.isRepeated(.serverError, $0) })
  }

  @Test func `a status that is configured as a kind is repeated like the kind`() {
    #expect(Self.isRepeated(.serverError, 404) && Self.isRepeated(.serviceUnavailable, 404))
    #expect(!Self.isRepeated(.notFound, 500) && !Self.isRepeated(.unexpectedStatus, 500))
  }
}

@Suite struct FencesTests {
  private func fence(until end: Duration) -> Fence {
    Fence(end: end, raisedBy: Problem(.tooManyRequests))
  }

  @Test func `a fence stands until its end, around its origin`() {
    var fences = Fences()
    fences.raise(fence(until: .seconds(30)), around: "a", at: .zero)
    #expect(fences.fence(around: "a", at: .seconds(29.9)) != nil)
    #expect(fences.fence(around: "a", at: .seconds(30)) == nil)
    #expect(fences.fence(around: "b", at: .zero) == nil)
  }

  @Test func `the longer of two stands`() {
    var fences = Fences()
    fences.raise(fence(until: .seconds(30)), around: "a", at: .zero)
    fences.raise(fence(until: .seconds(10)), around: "a", at: .zero)
    #expect(fences.fence(around: "a", at: .zero)?.end == .seconds(30))
    fences.raise(fence(until: .seconds(40)), around: "a", at: .zero)
    #expect(fences.fence(around: "a", at: .zero)?.end == .seconds(40))
  }

  @Test func `a fence reports the kind and the time that is left`() {
    let problem = fence(until: .seconds(30)).problem(at: .seconds(10.5))
    #expect(problem.kind == .tooManyRequests && problem.retryAfter == .seconds(19.5))
    #expect(problem.explanation?.english == "The server asked for no further requests for 20 seconds.")
  }
}
