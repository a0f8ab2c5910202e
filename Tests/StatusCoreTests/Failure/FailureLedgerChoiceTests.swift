import StatusCore
import Testing

/// What happened, the choice that follows, and what comes of it.
private let choices: [([LedgerEvent], LedgerEvent, LedgerChoice)] = [
  // Without names: the newest unsettled failure of a fetch, and tryAgain.
  ([], .choose(), .refused(.nothingToRetry)),
  ([.fail()], .choose(), .perform("f1", .tryAgain)),
  ([.fail(), .fail()], .choose(), .perform("f2", .tryAgain)),
  ([.fail(), .fail(), .choose("f2", "cancel")], .choose(), .perform("f1", .tryAgain)),
  ([.fail(), .choose("f1", "cancel")], .choose(), .refused(.nothingToRetry)),
  ([.fail(), .fail(resource: .menu), .succeed(.menu)], .choose(), .perform("f1", .tryAgain)),
  ([.fail(), .choose()], .choose(), .join("f1", .tryAgain)),
  // Requests that fetch nothing, or never came to it, are passed over.
  ([.fail(), .reject(.parseError)], .choose(), .perform("f1", .tryAgain)),
  ([.reject(.parseError)], .choose(), .refused(.nothingToRetry)),
  ([.fail(), .fail(.requestCancelled), .fail(.overloaded)], .choose(), .perform("f1", .tryAgain)),
  ([.fail(), .fail(.nothingToRetry)], .choose(), .perform("f1", .tryAgain)),
  ([.fail(.offline), .fail(.sourceMisconfigured)], .choose(), .refused(.optionNotFound)),
  // By name.
  ([.fail(), .fail()], .choose("f1"), .perform("f1", .tryAgain)),
  ([.fail(.overloaded)], .choose("f1"), .perform("f1", .tryAgain)),
  ([.fail()], .choose("f2"), .refused(.failureNotFound)),
  ([.fail()], .choose("F1"), .refused(.failureNotFound)),
  ([.fail()], .choose("f01"), .refused(.failureNotFound)),
  ([.fail()], .choose(""), .refused(.failureNotFound)),
  // Only what is offered.
  ([.fail()], .choose("f1", "signIn"), .refused(.optionNotFound)),
  ([.fail()], .choose("f1", "fly"), .refused(.optionNotFound)),
  ([.reject(.parseError)], .choose("f1"), .refused(.optionNotFound)),
  ([.fail(), .choose("f1", "fly")], .choose("f1"), .perform("f1", .tryAgain)),
  // cancel settles.
  ([.fail()], .choose("f1", "cancel"), .settled("f1", .cancel)),
  ([.fail()], .choose(nil, "cancel"), .settled("f1", .cancel)),
  ([.reject(.parseError)], .choose("f1", "cancel"), .settled("f1", .cancel)),
  ([.fail(), .choose("f1", "cancel")], .choose("f1", "cancel"), .refused(.alreadyRecovered)),
  ([.fail(), .choose("f1", "cancel")], .choose("f1"), .refused(.alreadyRecovered)),
  // An option of the client's settles nothing.
  ([.fail(.badRequest)], .choose("f1", "openSettings"), .settled("f1", .openSettings)),
  (
    [.fail(.badRequest), .choose("f1", "openSettings")], .choose("f1", "openSettings"),
    .settled("f1", .openSettings)
  ),
  ([.fail(.badRequest), .choose("f1", "openSettings")], .choose("f1", "cancel"), .settled("f1", .cancel)),
  // While an option runs, the same joins and another is refused.
  ([.fail(), .choose("f1")], .choose("f1", "tryAgain"), .join("f1", .tryAgain)),
  ([.fail(), .choose("f1"), .choose("f1")], .choose("f1"), .join("f1", .tryAgain)),
  ([.fail(), .choose("f1")], .choose("f1", "cancel"), .refused(.alreadyRecovered, running: .tryAgain)),
  ([.fail(), .choose("f1")], .choose("f1", "fly"), .refused(.optionNotFound)),
]

/// As above, for the ends of recoveries and of outages.
private let settlements: [([LedgerEvent], LedgerEvent, LedgerChoice)] = [
  ([.fail(), .choose(), .recoveryEnds("f1")], .choose("f1"), .refused(.alreadyRecovered)),
  ([.fail(), .choose(), .recoveryEnds("f1")], .choose(), .refused(.nothingToRetry)),
  // The fresh failure takes over.
  ([.fail(), .choose(), .fail(), .recoveryEnds("f1")], .choose(), .perform("f2", .tryAgain)),
  // An abandoned recovery leaves the failure open.
  ([.fail(), .choose(), .recoveryIsAbandoned("f1")], .choose("f1"), .perform("f1", .tryAgain)),
  ([.fail(), .choose(), .recoveryIsAbandoned("f1")], .choose("f1", "cancel"), .settled("f1", .cancel)),
  // Only what runs can end.
  ([.fail(), .recoveryEnds("f1")], .choose("f1"), .perform("f1", .tryAgain)),
  (
    [.fail(), .choose(nil, "cancel"), .recoveryIsAbandoned("f1")], .choose("f1"), .refused(.alreadyRecovered)
  ),
  ([.fail(), .choose(), .recoveryEnds("f9")], .choose("f1"), .join("f1", .tryAgain)),
  // A success settles every failure of its resource, and no other.
  ([.fail(), .fail(), .succeed()], .choose("f1"), .refused(.alreadyRecovered)),
  ([.fail(), .fail(), .succeed()], .choose("f2"), .refused(.alreadyRecovered)),
  ([.fail(), .succeed(.menu)], .choose("f1"), .perform("f1", .tryAgain)),
  ([.reject(.overloaded), .succeed()], .choose("f1", "cancel"), .settled("f1", .cancel)),
  ([.succeed(), .fail()], .choose("f1"), .perform("f1", .tryAgain)),
  // That holds for one that is being recovered from, too, however its recovery then ends.
  ([.fail(), .choose(), .succeed()], .choose("f1"), .refused(.alreadyRecovered)),
  ([.fail(), .choose(), .succeed(), .recoveryIsAbandoned("f1")], .choose("f1"), .refused(.alreadyRecovered)),
]

@Suite struct FailureLedgerChoiceTests {
  @Test(arguments: choices)
  func `a choice is performed, joined, settled or refused`(
    events: [LedgerEvent], choice: LedgerEvent, expected: LedgerChoice
  ) {
    var ledger = FailureLedger(after: events)
    #expect(ledger.handle(choice) == expected)
  }

  @Test(arguments: settlements)
  func `a failure is settled by the end of its recovery or a success of its resource`(
    events: [LedgerEvent], choice: LedgerEvent, expected: LedgerChoice
  ) {
    var ledger = FailureLedger(after: events)
    #expect(ledger.handle(choice) == expected)
  }
}
