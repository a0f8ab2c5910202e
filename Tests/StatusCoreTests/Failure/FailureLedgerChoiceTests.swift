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
  ([.fail()], .choose("f1", "cancel"), .settle("f1")),
  ([.fail()], .choose(nil, "cancel"), .settle("f1")),
  ([.reject(.parseError)], .choose("f1", "cancel"), .settle("f1")),
  ([.fail(), .choose("f1", "cancel")], .choose("f1", "cancel"), .refused(.alreadyRecovered)),
  ([.fail(), .choose("f1", "cancel")], .choose("f1"), .refused(.alreadyRecovered)),
  // An option of the client's settles nothing.
  ([.fail(.badRequest)], .choose("f1", "openSettings"), .leave("f1", .openSettings)),
  (
    [.fail(.badRequest), .choose("f1", "openSettings")], .choose("f1", "openSettings"),
    .leave("f1", .openSettings)
  ),
  ([.fail(.badRequest), .choose("f1", "openSettings")], .choose("f1", "cancel"), .settle("f1")),
  // While an option runs, the same joins and another is refused.
  ([.fail(), .choose("f1")], .choose("f1", "tryAgain"), .join("f1", .tryAgain)),
  ([.fail(), .choose("f1"), .choose("f1")], .choose("f1"), .join("f1", .tryAgain)),
  (
    [.fail(.offline), .choose("f1")], .choose("f1", "keepTrying"),
    .refused(.alreadyRecovered, running: .tryAgain)
  ),
  (
    [.fail(.offline), .choose("f1", "waitForConnection")], .choose("f1"),
    .refused(.alreadyRecovered, running: .waitForConnection)
  ),
  // cancel ends what runs, and settles.
  ([.fail(), .choose("f1")], .choose("f1", "cancel"), .interrupt("f1", .tryAgain)),
  ([.fail(), .choose("f1"), .choose("f1", "cancel")], .choose("f1", "cancel"), .refused(.alreadyRecovered)),
  ([.fail(), .choose("f1"), .choose("f1", "cancel")], .choose(), .refused(.nothingToRetry)),
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
  ([.fail(), .choose(), .recoveryIsAbandoned("f1")], .choose("f1", "cancel"), .settle("f1")),
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
  ([.reject(.overloaded), .succeed()], .choose("f1", "cancel"), .settle("f1")),
  ([.succeed(), .fail()], .choose("f1"), .perform("f1", .tryAgain)),
  // That holds for one that is being recovered from, too, however its recovery then ends.
  ([.fail(), .choose(), .succeed()], .choose("f1"), .refused(.alreadyRecovered)),
  ([.fail(), .choose(), .succeed(), .recoveryIsAbandoned("f1")], .choose("f1"), .refused(.alreadyRecovered)),
]

@Suite struct FailureLedgerChoiceTests {
  @Test(arguments: choices)
  func `a choice is performed, joined, left or refused`(
    events: [LedgerEvent], choice: LedgerEvent, expected: LedgerChoice
  ) {
    var play = LedgerPlay(after: events)
    #expect(play.handle(choice) == expected)
  }

  @Test(arguments: settlements)
  func `a failure is settled by the end of its recovery or a success of its resource`(
    events: [LedgerEvent], choice: LedgerEvent, expected: LedgerChoice
  ) {
    var play = LedgerPlay(after: events)
    #expect(play.handle(choice) == expected)
  }

  /// The option, the conditions, and whether it can be chosen.
  static let judgements: [(RecoveryOptionID, RecoveryConditions, Bool)] = [
    (.useLastKnown, RecoveryConditions(), false),
    (.useLastKnown, RecoveryConditions(hasValue: true), true),
    (.keepTrying, RecoveryConditions(), true),
    (.keepTrying, RecoveryConditions(isPolled: true), false),
    (.tryAgain, RecoveryConditions(hasValue: true, isPolled: true), true),
    // The ledger knows itself what is running.
    (.tryAgain, RecoveryConditions(running: .keepTrying), true),
  ]

  @Test(arguments: judgements)
  func `an option is judged by what holds when it is chosen`(
    option: RecoveryOptionID, conditions: RecoveryConditions, works: Bool
  ) {
    // The failure was recorded when everything could work, and when as little as possible could.
    for former in [RecoveryConditions(hasValue: true), RecoveryConditions(isPolled: true)] {
      var play = LedgerPlay(under: conditions)
      var context = FailureContext.fetch(of: .state)
      context.conditions = former
      _ = play.record(Problem(.timeout), in: context)
      let expected: LedgerChoice = works ? .perform("f1", option) : .refused(.optionNotFound)
      #expect(play.handle(.choose("f1", option.rawValue)) == expected)
    }
  }

  @Test func `to choose changes nothing by itself`() throws {
    let ledger = LedgerPlay(after: [.fail()]).ledger
    for _ in 1...2 {
      let choice = try ledger.choice(failureID: nil, optionID: nil, conditions: { _ in RecoveryConditions() })
      #expect(LedgerChoice(choice) == .perform("f1", .tryAgain))
    }
  }

  @Test func `the conditions asked for are those of the failure that is meant`() throws {
    let ledger = LedgerPlay(after: [.fail(resource: .menu), .fail()]).ledger
    var asked: [ResourceName?] = []
    _ = try ledger.choice(failureID: "f1", optionID: nil) { failure in
      asked.append(failure.resource)
      return RecoveryConditions()
    }
    #expect(asked == [.menu])
  }
}
