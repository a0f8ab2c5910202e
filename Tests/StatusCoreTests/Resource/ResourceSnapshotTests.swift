import Testing

@testable import StatusCore

@Suite struct ResourceSnapshotTests {
  /// The revision of a snapshot that had none after `change`.
  private func revision(after change: (inout ResourceSnapshot) -> Void) -> Int {
    let before = ResourceSnapshot(resource: .menu)
    var snapshot = before
    change(&snapshot)
    snapshot.raiseRevision(from: before)
    return snapshot.revision
  }

  private func polling(_ change: (inout PollSchedule) -> Void) -> AutoPolling {
    var schedule = PollSchedule(interval: .seconds(10))
    change(&schedule)
    return AutoPolling(schedule, at: .start)
  }

  @Test func `a change raises the revision by one`() {
    let revision = revision {
      $0.status = .loading
      $0.isFetching = true
    }
    #expect(revision == 1)
  }

  @Test func `no change raises no revision`() {
    #expect(revision { $0.isStale = false } == 0)
  }

  @Test func `a change of the time alone raises no revision`() {
    #expect(revision { $0.updatedAt = Timestamp(millisecondsSince1970: 1) } == 0)
  }

  @Test func `polling that is switched raises the revision`() {
    let on = polling { $0.set(isEnabled: true, interval: nil, isFetching: false, at: .zero) }
    #expect(revision { $0.autoPolling = on } == 1)
    let slower = polling { $0.set(isEnabled: false, interval: .seconds(11), isFetching: false, at: .zero) }
    #expect(revision { $0.autoPolling = slower } == 1)
  }

  @Test func `when it is polled next, and how often that failed, raises no revision`() {
    var chance = SplitMix64(seed: 1)
    let failing = polling { $0.fetchFailed(ofPoll: true, notBefore: nil, at: .zero, using: &chance) }
    #expect(failing.consecutiveFailures == 1)
    #expect(revision { $0.autoPolling = failing } == 0)
  }
}
