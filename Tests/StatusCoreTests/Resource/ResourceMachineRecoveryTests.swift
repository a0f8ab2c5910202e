import Testing

@testable import StatusCore

/// What a snapshot shows of a failure and of what is done about it.
@Suite struct ResourceMachineRecoveryTests {
  private var play = FlightPlay()

  private var snapshot: ResourceSnapshot { play.machine.snapshot }
  private var shown: [RecoveryOptionID]? { snapshot.failure?.options.map(\.id) }

  /// Whatever these come to.
  private mutating func after(_ events: FlightEvent..., at seconds: Double = 0) {
    for event in events { _ = play.handle(event, at: seconds) }
  }

  private func failure() throws -> Failure { try #require(snapshot.failure) }

  /// By how much a change raises the revision.
  private mutating func raise(_ change: (inout ResourceMachine) -> Void) -> Int {
    let before = snapshot.revision
    change(&play.machine)
    return snapshot.revision - before
  }

  // MARK: Settling

  @Test mutating func `without a value a settled failure leaves nothing`() throws {
    after(.ask(1), .fail())
    let id = try failure().id
    #expect(raise { $0.settle(id, at: .start) } == 1)
    #expect(snapshot.status == .idle && snapshot.failure == nil && !snapshot.isStale)
  }

  @Test mutating func `over a value a settled failure leaves the value, which stays stale`() throws {
    after(.ask(1), .succeed, .ask(1), .fail())
    let id = try failure().id
    #expect(raise { $0.settle(id, at: .start) } == 1)
    #expect(snapshot.status == .loaded && snapshot.failure == nil && snapshot.isStale)
  }

  @Test mutating func `a failure that is not shown changes nothing when it is settled`() {
    after(.ask(1), .fail())
    #expect(raise { $0.settle(FailureID(rawValue: "f9"), at: .start) } == 0)
    #expect(snapshot.status == .failed)
  }

  @Test mutating func `settling leaves the schedule as it is`() throws {
    after(.poll(), .fail())
    let (id, polling) = (try failure().id, snapshot.autoPolling)
    #expect(polling.consecutiveFailures == 1 && polling.nextPollAt != nil)
    play.machine.settle(id, at: .start)
    #expect(snapshot.autoPolling == polling)
  }

  @Test mutating func `under a fetch without a value it goes on loading`() throws {
    after(.ask(1), .fail(), .ask(1))
    let id = try failure().id
    play.machine.settle(id, at: .start)
    #expect(snapshot.status == .loading && snapshot.isFetching && snapshot.failure == nil)
    after(.leave(1))
    #expect(snapshot.status == .idle)
  }

  @Test mutating func `under a fetch over a value the status is what it is without the failure`() throws {
    after(.ask(1), .succeed, .ask(1), .fail(), .ask(1))
    let id = try failure().id
    #expect(snapshot.status == .failed)
    play.machine.settle(id, at: .start)
    #expect(snapshot.status == .loaded && snapshot.isFetching)
    after(.leave(1))
    #expect(snapshot.status == .loaded)
  }

  @Test mutating func `a poll over a settled failure shows as long as there is nothing else`() throws {
    after(.poll(), .fail())
    let due = try #require(play.machine.wakeAt)
    let id = try failure().id
    #expect(play.handle(.wake, at: 100) == [.start])
    #expect(!snapshot.isFetching && due < .seconds(100))
    play.machine.settle(id, at: .after(.seconds(100)))
    #expect(snapshot.isFetching && snapshot.status == .loading)
  }

  @Test(arguments: [false, true])
  func `an equal failure of the next poll is a fresh one once the first is settled`(isSettled: Bool) throws {
    var play = FlightPlay()
    _ = play.handle(.poll(), at: 0)
    _ = play.handle(.fail(), at: 0)
    let first = try #require(play.machine.snapshot.failure)
    if isSettled { play.machine.settle(first.id, at: .start) }
    _ = play.handle(.wake, at: 100)
    _ = play.handle(.fail(), at: 100)
    #expect((play.machine.snapshot.failure?.id == first.id) == !isSettled)
    #expect(play.machine.snapshot.autoPolling.consecutiveFailures == 2)
  }

  @Test mutating func `the failure of a caller does not go on as that of a poll`() throws {
    after(.poll(), .ask(1), .fail())
    let first = try failure()
    #expect(first.operation == "refresh")
    _ = play.handle(.wake, at: 100)
    _ = play.handle(.fail(), at: 100)
    #expect(try failure().operation == .autoPoll)
    #expect(try failure().id != first.id)
  }

  // MARK: Recovering

  @Test mutating func `while an option runs it and cancel are offered`() throws {
    after(.ask(1), .fail())
    let id = try failure().id
    #expect(shown == [.cancel, .tryAgain, .waitForConnection, .keepTrying])
    #expect(raise { $0.recoveryBegan(RecoveryRun(failure: id, option: .waitForConnection), at: .start) } == 1)
    #expect(shown == [.cancel, .waitForConnection])
    #expect(raise { $0.recoveryEnded(id, at: .start) } == 1)
    #expect(shown == [.cancel, .tryAgain, .waitForConnection, .keepTrying])
  }

  @Test mutating func `a fetch that recovers is one change with its recovery`() throws {
    after(.ask(1), .fail())
    let request = FetchRequest(recovering: RecoveryRun(failure: try failure().id, option: .tryAgain))
    #expect(raise { _ = $0.fetchRequested(by: WaiterID(2), request, at: .start) } == 1)
    #expect(shown == [.cancel, .tryAgain] && snapshot.isFetching)
  }

  @Test mutating func `a recovery that joins a fetch is a change too`() throws {
    after(.ask(1), .fail(), .ask(1))
    let request = FetchRequest(recovering: RecoveryRun(failure: try failure().id, option: .tryAgain))
    #expect(raise { _ = $0.fetchRequested(by: WaiterID(2), request, at: .start) } == 1)
    #expect(shown == [.cancel, .tryAgain])
  }

  @Test mutating func `the recovery of a failure that is not shown shows nowhere`() throws {
    after(.ask(1), .fail())
    let other = RecoveryRun(failure: FailureID(rawValue: "f9"), option: .tryAgain)
    #expect(raise { $0.recoveryBegan(other, at: .start) } == 0)
    #expect(raise { $0.recoveryEnded(other.failure, at: .start) } == 0)
  }

  @Test mutating func `a poll that fails in the same way leaves what runs as it is`() throws {
    after(.poll(), .fail())
    play.machine.recoveryBegan(RecoveryRun(failure: try failure().id, option: .waitForConnection), at: .start)
    let before = snapshot
    #expect(play.handle(.wake, at: 100) == [.start])
    _ = play.handle(.fail(), at: 100)
    #expect(snapshot.failure == before.failure && snapshot.revision == before.revision)
  }

  @Test mutating func `the fresh failure of a recovery takes the place of the old one`() throws {
    after(.ask(1), .fail())
    let fresh = Failure(
      Problem(.sourceMisconfigured), id: FailureID(rawValue: "f9"), in: FailureContext(at: .start))
    let id = try failure().id
    #expect(raise { $0.replaceFailure(FailureID(rawValue: "f8"), with: fresh, at: .start) } == 0)
    #expect(raise { $0.replaceFailure(id, with: fresh, at: .start) } == 1)
    #expect(snapshot.failure?.id == fresh.id && snapshot.status == .failed)
  }

  // MARK: Options

  @Test mutating func `switching polling on and off changes the options`() throws {
    after(.ask(1), .fail(.cannotConnect))
    #expect(shown == [.cancel, .tryAgain, .keepTrying])
    after(.poll())
    #expect(shown == [.cancel, .tryAgain])
    after(.poll(false))
    #expect(shown == [.cancel, .tryAgain, .keepTrying])
  }

  @Test mutating func `what is shown of a failure are the options that work where it is shown`() {
    after(.ask(1), .succeed, .ask(1), .fail(.cannotConnect))
    #expect(shown == [.cancel, .tryAgain, .useLastKnown, .keepTrying])
    #expect(play.machine.conditions == RecoveryConditions(hasValue: true))
    after(.poll())
    #expect(shown == [.cancel, .tryAgain, .useLastKnown])
    #expect(play.machine.conditions == RecoveryConditions(hasValue: true, isPolled: true))
  }

  // MARK: The revision of the value

  @Test mutating func `the value has the revision at which it came`() {
    #expect(snapshot.valueRevision == 0)
    after(.ask(1), .fail())
    #expect(snapshot.valueRevision == 0)
    after(.ask(1), .succeed)
    let first = snapshot.valueRevision
    #expect(first == snapshot.revision)
    after(.ask(1), .fail(), .ask(1))
    #expect(snapshot.valueRevision == first && snapshot.revision > first)
    after(.succeed)
    #expect(snapshot.valueRevision == first)
    after(.ask(1), .succeed, at: 1)
    #expect(snapshot.valueRevision == snapshot.revision)
  }
}
