@testable import StatusCore

// The sentences about requests.

extension ExplanationTests {
  static let requests: [Example] = [
    (.request(.initializedTwice), "The session is already initialized."),
    (.request(.tooManyCalls(limit: 64)), "64 requests are already waiting."),
    (.request(.tooManySubscriptions(limit: 16)), "16 subscriptions are already open."),
    (.request(.tooManyInstances(limit: 256)), "256 instances of parameterised resources are already in use."),
    (
      .request(.needsOption("--clock manual", method: "advanceTime")),
      "The method \"advanceTime\" needs a daemon started with --clock manual."
    ),
    (
      .request(.noMethod("tools/cal", of: "2025-11-25", nearest: "tools/call")),
      "2025-11-25 has no method \"tools/cal\" here, did you mean tools/call?"
    ),
    (
      .request(.noMethod("x", of: "2025-11-25", nearest: nil)), "2025-11-25 has no method \"x\" here."
    ),
    (
      .request(.methodOfServe("getState")),
      "\"getState\" is a method of statusd serve, and this is statusd mcp."
    ),
    (
      .request(.methodOfAgents("tools/call")),
      "\"tools/call\" is a method of the Model Context Protocol, which statusd mcp speaks and statusd serve does not."
    ),
    (
      .request(.unknown(.resource, "meun", .nearest("menu"))),
      "There is no resource \"meun\"; did you mean menu?"
    ),
    (
      .request(.unknown(.resource, "x", .known(["state", "menu"], more: 0))),
      "There is no resource \"x\"; there are: state, menu."
    ),
    (
      .request(.unknown(.section, "x", .known(["offline", "timeout"], more: 45))),
      "There is no section \"x\"; there are: offline, timeout and 45 more."
    ),
    (
      .request(.unknown(.memberOfPart, "resourse", .nearest("resource"))),
      "There is no member of a part \"resourse\"; did you mean resource?"
    ),
    (
      .request(.unknown(.shape(of: .menu), "fleet", .known(["any", "menu"], more: 0))),
      "There is no shape of menu \"fleet\"; there are: any, menu."
    ),
    (
      .request(.unknown(.button, "refesh", .nearest("refresh"))),
      "There is no button \"refesh\"; did you mean refresh?"
    ),
    (.request(.unknown(.part, "x", .known(["menu"], more: 0))), "There is no part \"x\"; there are: menu."),
    (
      .request(.unknown(.value(ofParam: "params.words"), "second", .nearest("seconds"))),
      "There is no value of params.words \"second\"; did you mean seconds?"
    ),
    (.request(.tooManyScreens(limit: 16)), "16 screens are already open."),
    (.request(.tooManySessions(limit: 256)), "256 clients are already served."),
    (.request(.unknownScreen("s9")), "There is no open screen \"s9\"."),
    (
      .request(.unfit(param: "params.parts.a", .noObject(got: "a number"))),
      "params.parts.a must be an object, got a number."
    ),
    (
      .request(.unfit(param: "params.parts.a.shape", .noString(got: "a number"))),
      "params.parts.a.shape must be a string, got a number."
    ),
    (
      .request(.unfit(param: "params.parts", .tooManyMembers(1_001, most: 1_000))),
      "params.parts must have at most 1000 members, got 1001."
    ),
    (.request(.unfit(param: "params.part", .missing)), "params.part is required."),
    (
      .request(.unknown(.tool, "get_stat", .nearest("get_state"))),
      "There is no tool \"get_stat\"; did you mean get_state?"
    ),
    (
      .request(.unknown(.memberOfCondition, "equal", .nearest("equals"))),
      "There is no member of a condition \"equal\"; did you mean equals?"
    ),
    (
      .request(.unfit(param: "params.until.oneOf", .noArray(got: "a string"))),
      "params.until.oneOf must be an array, got a string."
    ),
    (
      .request(.unfit(param: "params.until.exists", .noBoolean(got: "a number"))),
      "params.until.exists must be true or false, got a number."
    ),
    (
      .request(.unfit(param: "params.until.atLeast", .noNumber(got: "a string"))),
      "params.until.atLeast must be a number, got a string."
    ),
    (
      .request(.unfit(param: "params.until.path", .noPointer)),
      "params.until.path must be a JSON Pointer (RFC 6901), which is empty or begins with /."
    ),
    (.request(.unfit(param: "params.until.changed", .notTrue)), "params.until.changed must be true."),
    (
      .request(.unfit(param: "params.until", .elements(17, most: 16))),
      "params.until must have 1 to 16 elements, got 17."
    ),
    (
      .request(.unfit(param: "params.until", .tests([]))),
      "params.until must have one of equals, not, oneOf, exists, atLeast, atMost and changed, got none."
    ),
    (
      .request(.unfit(param: "params.until", .tests(["equals", "not"]))),
      "params.until must have one of equals, not, oneOf, exists, atLeast, atMost and changed, got equals, not."
    ),
    (
      .request(.unfit(param: "params.on", .notTaken(byButton: "refresh"))),
      "params.on is not taken by the button refresh."
    ),
    (.request(.unknownSubscription("s9")), "There is no open subscription \"s9\"."),
    (
      .request(.noTime(param: "params.since")),
      "params.since must be a time as in RFC 3339, such as 2026-01-31T12:00:00Z."
    ),
    (.request(.noInteger(param: "params.limit")), "params.limit must be an integer."),
    (
      .request(.argument("params.arguments.city", finding: "must be a string, got a number")),
      "params.arguments.city must be a string, got a number."
    ),
    (
      .request(.argument("params.arguments.ctiy", finding: "is unknown; did you mean city?")),
      "params.arguments.ctiy is unknown; did you mean city?"
    ),
    (
      .request(.late(method: "refresh", limit: .milliseconds(1_500))),
      "refresh did not finish within 1.5 seconds."
    ),
    (.request(.late(method: "refresh", limit: nil)), "refresh did not finish."),
    (.request(.heldBack(seconds: 20)), "The server asked for no further requests for 20 seconds."),
    (
      .recovery(.notOffered(by: FailureID(rawValue: "f7"), options: "cancel, tryAgain")),
      "Failure f7 offers: cancel, tryAgain."
    ),
    (
      .recovery(.running(.signIn)), "Another recovery option of this failure, signIn, is being performed."
    ),
  ]
}
