import Testing

@testable import StatusCore

@Suite struct FailureLedgerTests {
  @Test func `failures are numbered from one`() {
    var ids = FailureIDs()
    #expect((1...1_001).map { _ in ids.next().rawValue } == (1...1_001).map { "f\($0)" })
  }

  @Test func `a failure has the context in which its problem occurred`() {
    var context = FailureContext.fetch(of: .menu)
    context.presentation = .inline
    context.attempts = [Attempt(kind: .timeout, duration: .seconds(1))]
    context.previousFailureID = FailureID(rawValue: "f0")
    var play = LedgerPlay()
    let failure = play.record(Problem(.timeout), in: context)
    #expect(failure.operation == "refresh")
    #expect(failure.resource == .menu)
    #expect(failure.presentation == .inline)
    #expect(failure.attempts == context.attempts)
    #expect(failure.previousFailureID == context.previousFailureID)
    #expect(failure.occurredAt == .start)
  }

  @Test func `a failure has the details of its problem and the sentences of the catalogue`() {
    var detail = FailureDetail()
    detail.status = 429
    let problem = Problem(.tooManyRequests, detail: detail, retryAfter: .seconds(30))
    var play = LedgerPlay()
    let failure = play.record(problem, in: .fetch(of: .state))
    #expect(failure.kind == .tooManyRequests)
    #expect(failure.detail.status == 429)
    #expect(failure.retryAfter == .seconds(30))
    #expect(failure.title == "The server was asked too often")
    #expect(failure.isRetrySafe)
    #expect(failure.options.map(\.id) == [.cancel, .tryAgain, .tryLater, .keepTrying])
  }

  @Test func `a choice hands back the failure as it was recorded`() throws {
    var play = LedgerPlay()
    let failure = play.record(Problem(.timeout), in: .fetch(of: .state))
    let choice = try play.ledger.choice(
      failureID: "f1", optionID: nil, conditions: { _ in RecoveryConditions() })
    #expect(choice == .perform(failure, .tryAgain))
  }

  @Test(
    arguments: [
      ("f1", .refused(.failureNotFound)),
      ("f2", .refused(.failureNotFound)),
      ("f3", .perform("f3", .tryAgain)),
      ("f256", .perform("f256", .tryAgain)),
      ("f257", .perform("f257", .tryAgain)),
      ("f258", .perform("f258", .tryAgain)),
      ("f259", .refused(.failureNotFound)),
      (nil, .perform("f258", .tryAgain)),
    ] as [(String?, LedgerChoice)])
  func `the last 256 failures are remembered`(id: String?, expected: LedgerChoice) {
    var play = LedgerPlay(after: Array(repeating: .fail(), count: 258))
    #expect(play.handle(.choose(id)) == expected)
  }

  @Test(arguments: [(256, "f1", true), (257, "f1", false), (257, "f2", true), (257, "f257", true)])
  func `exactly 256 failures are remembered`(count: Int, id: String, isRemembered: Bool) {
    let ledger = LedgerPlay(after: Array(repeating: .fail(), count: count)).ledger
    #expect(ledger.contains(id) == isRemembered)
    #expect(ledger.remembers(FailureID(rawValue: id)) == isRemembered)
  }

  @Test func `what is contained has the very name of a failure`() {
    let ledger = LedgerPlay(after: [.fail()]).ledger
    #expect(["f1", "F1", "f01", "f2", ""].filter { ledger.contains($0) } == ["f1"])
  }

  @Test func `a failure is forgotten with what became of it`() {
    let storm = Array(repeating: LedgerEvent.fail(), count: 256)
    var play = LedgerPlay(after: [.fail(), .choose("f1", "cancel")] + storm)
    #expect(play.handle(.choose("f257")) == .perform("f257", .tryAgain))
  }

  /// What choosing an option of f1 fails with.
  private func problem(of option: String?, after events: [LedgerEvent]) -> Problem? {
    do throws(Problem) {
      _ = try LedgerPlay(after: events).ledger.choice(
        failureID: "f1", optionID: option, conditions: { _ in RecoveryConditions() })
      return nil
    } catch {
      return error
    }
  }

  @Test func `a problem about an option names those that are offered`() {
    let problem = problem(of: "fly", after: [.fail()])
    #expect(problem?.detail.path == "/optionId")
    #expect(problem?.detail.expected == "cancel, tryAgain, keepTrying")
  }

  @Test func `while an option runs, it and cancel are offered`() {
    let problem = problem(of: "fly", after: [.fail(), .choose("f1")])
    #expect(problem?.detail.expected == "cancel, tryAgain")
  }

  @Test func `a problem about an unknown failure names the parameter`() {
    #expect(problem(of: nil, after: [])?.detail.path == "/failureId")
  }
}

@Suite struct ShownFailureTests {
  private static func failed(
    _ ledger: inout FailureLedger, _ ids: inout FailureIDs, of resource: ResourceID = .state
  ) -> Failure {
    ledger.record(
      Problem(.timeout), id: ids.next(),
      in: FailureContext(
        operation: "refresh", resource: resource, at: Timestamp(millisecondsSince1970: 0)))
  }

  @Test func `a failure that is shown is remembered, however many came since`() throws {
    var (ledger, ids) = (FailureLedger(), FailureIDs())
    let shown = Self.failed(&ledger, &ids, of: .menu)
    ledger.show(shown.id, of: .menu)
    for _ in 0..<1_000 { _ = Self.failed(&ledger, &ids) }
    let choice = try ledger.choice(failureID: shown.id.rawValue, optionID: nil) { _ in RecoveryConditions() }
    #expect(choice == .perform(shown, .tryAgain))
    ledger.recoveryBegan(shown.id, .tryAgain)
    ledger.recoveryEnded(shown.id)
    #expect(throws: Problem(.alreadyRecovered)) {
      try ledger.choice(failureID: shown.id.rawValue, optionID: nil) { _ in RecoveryConditions() }
    }
  }

  @Test func `one that is shown no more is forgotten as others are`() {
    var (ledger, ids) = (FailureLedger(), FailureIDs())
    let shown = Self.failed(&ledger, &ids, of: .menu)
    ledger.show(shown.id, of: .menu)
    for _ in 0..<1_000 { _ = Self.failed(&ledger, &ids) }
    #expect(ledger.remembers(shown.id))
    ledger.show(nil, of: .menu)
    #expect(!ledger.remembers(shown.id))
  }
}
