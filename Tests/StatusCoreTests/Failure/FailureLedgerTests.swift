import Testing

@testable import StatusCore

@Suite struct FailureLedgerTests {
  @Test func `failures are numbered from one`() {
    var ledger = FailureLedger()
    let ids = (1...3).map { _ in ledger.record(Problem(.timeout), in: .fetch(of: .state)).id.rawValue }
    #expect(ids == ["f1", "f2", "f3"])
  }

  @Test func `a failure tells the context in which it was met`() {
    var context = FailureContext.fetch(of: .menu)
    context.presentation = .inline
    context.attempts = [Attempt(kind: .timeout, duration: .seconds(1))]
    context.previousFailureID = FailureID(rawValue: "f0")
    var ledger = FailureLedger()
    let failure = ledger.record(Problem(.timeout), in: context)
    #expect(failure.operation == "refresh")
    #expect(failure.resource == .menu)
    #expect(failure.presentation == .inline)
    #expect(failure.attempts == context.attempts)
    #expect(failure.previousFailureID == context.previousFailureID)
    #expect(failure.occurredAt == .start)
  }

  @Test func `a failure tells the problem and what the catalogue knows of it`() {
    var detail = FailureDetail()
    detail.status = 429
    let problem = Problem(.tooManyRequests, detail: detail, retryAfter: .seconds(30))
    var ledger = FailureLedger()
    let failure = ledger.record(problem, in: .fetch(of: .state))
    #expect(failure.kind == .tooManyRequests)
    #expect(failure.detail.status == 429)
    #expect(failure.retryAfter == .seconds(30))
    #expect(failure.title == "The server was asked too often")
    #expect(failure.isRetrySafe)
    #expect(failure.options.map(\.id) == [.cancel, .tryLater, .tryAgain, .keepTrying])
  }

  @Test func `a choice hands back the failure as it was recorded`() {
    var ledger = FailureLedger()
    let failure = ledger.record(Problem(.timeout), in: .fetch(of: .state))
    #expect(ledger.choose(failureID: "f1", optionID: nil) == .perform(failure, .tryAgain))
  }

  @Test(
    arguments: [
      ("f2", .refused(.failureNotFound)),
      ("f3", .perform("f3", .tryAgain)),
      ("f256", .perform("f256", .tryAgain)),
      ("f257", .perform("f257", .tryAgain)),
      ("f258", .perform("f258", .tryAgain)),
      ("f259", .refused(.failureNotFound)),
      (nil, .perform("f258", .tryAgain)),
    ] as [(String?, LedgerChoice)])
  func `the last 256 failures are remembered`(id: String?, expected: LedgerChoice) {
    var ledger = FailureLedger(after: Array(repeating: .fail(), count: 258))
    #expect(ledger.handle(.choose(id)) == expected)
  }

  @Test func `a failure is forgotten with what became of it`() {
    let storm = Array(repeating: LedgerEvent.fail(), count: 256)
    var ledger = FailureLedger(after: [.fail(), .choose("f1", "cancel")] + storm)
    #expect(ledger.handle(.choose("f257")) == .perform("f257", .tryAgain))
  }

  @Test func `a refused option is answered with those that are offered`() {
    var ledger = FailureLedger(after: [.fail()])
    guard case .refused(let problem) = ledger.choose(failureID: "f1", optionID: "fly") else {
      Issue.record("it was not refused")
      return
    }
    #expect(problem.detail.path == "/optionId")
    #expect(problem.detail.expected == "cancel, tryAgain, keepTrying")
  }

  @Test func `an unknown failure is answered with the parameter that named it`() {
    var ledger = FailureLedger()
    guard case .refused(let problem) = ledger.choose(failureID: "f1", optionID: nil) else {
      Issue.record("it was not refused")
      return
    }
    #expect(problem.detail.path == "/failureId")
  }
}
