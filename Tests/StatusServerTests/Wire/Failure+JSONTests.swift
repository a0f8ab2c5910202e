import Engine
import JSONRPC
import Jansson
import StatusCore
import Testing

@testable import StatusServer

@Suite struct FailureJSONTests {
  private static let at = Timestamp(millisecondsSince1970: 946_684_800_000)

  private static func failure(_ problem: Problem, _ context: FailureContext = FailureContext(at: at))
    -> Failure
  {
    var ledger = FailureLedger()
    return ledger.record(problem, id: FailureID(rawValue: "f1"), in: context)
  }

  private static func sent(_ failure: Failure) throws -> Sent {
    try Sent(JSONText { $0.response(to: .null) { $0.errorObject(failure) } })
  }

  @Test(arguments: FailureKind.allCases)
  func `what is always there is always there`(kind: FailureKind) throws {
    let sent = try Self.sent(Self.failure(Problem(kind)))
    let always: Set = [
      "failureId", "kind", "title", "message", "helpAnchor", "presentation", "retry", "recoveryOptions",
      "occurredAt",
    ]
    #expect(always.subtracting(sent.names("error.data")).isEmpty)
    #expect(sent["error.code"] == String(kind.code) && sent["error.data.kind"] == kind.rawValue)
  }

  @Test func `members come in a fixed order, the absent ones left out`() throws {
    var problem = Problem(.tooManyRequests, retryAfter: .milliseconds(1_500))
    problem.detail.status = 429
    let context = FailureContext(
      operation: "refresh", resource: .state,
      attempts: [Attempt(kind: .timeout, duration: .milliseconds(250))],
      previousFailureID: FailureID(rawValue: "f0"), at: Self.at)
    let sent = try Self.sent(Self.failure(problem, context))
    #expect(
      sent.names("error.data") == [
        "failureId", "kind", "operation", "resource", "title", "failureReason", "recoverySuggestion",
        "message",
        "helpAnchor", "presentation", "retry", "recoveryOptions", "attempts", "previousFailureId", "detail",
        "occurredAt",
      ])
    #expect(sent["error.data.retry.after"] == "1.5" && sent["error.data.attempts.0.duration"] == "0.25")
    #expect(sent.names("error.data.detail") == ["status"])
  }

  @Test func `every fetch that failed has its attempts, be there none`() throws {
    let sent = try Self.sent(Self.failure(Problem(.timeout), FailureContext(resource: .menu, at: Self.at)))
    #expect(sent.names("error.data").contains("attempts"))
  }

  @Test func `every detail has its name`() throws {
    var problem = Problem(.alreadyRecovered)
    problem.detail.url = "u"
    problem.detail.status = 1
    problem.detail.path = "/p"
    problem.detail.reason = "r"
    problem.detail.limit = 2
    problem.detail.bytes = 3
    problem.detail.suggestion = "s"
    problem.detail.expected = "e"
    problem.detail.key = "k"
    (problem.detail.line, problem.detail.mistakes) = (8, ["m"])
    problem.detail.running = .tryAgain
    problem.detail.requestID = "1.0"
    problem.detail.errno = 4
    problem.detail.exitStatus = 5
    problem.detail.signal = 6
    problem.detail.stderr = "w"
    problem.detail.code = 7
    problem.detail.excerpt = "x"
    problem.detail.problem = ProblemDetails()
    // So that whoever adds a detail is reminded to give it a name.
    let members = Mirror(reflecting: problem.detail).children
    for (name, value) in members { #expect("\(value)" != "nil", "\(name ?? "?") has no value here") }
    let sent = try Self.sent(Self.failure(problem))
    let named = members.map { $0.label == "requestID" ? "id" : $0.label ?? "?" }
    #expect(Set(sent.names("error.data.detail")) == Set(named))
    #expect(sent.text.description.contains(#""id":1.0,"#))
  }

  @Test func `a server's words have the members of RFC 9457`() throws {
    var problem = Problem(.serverError)
    var details = ProblemDetails()
    (details.type, details.title, details.status) = ("about:blank", "Maintenance", 500)
    (details.detail, details.instance) = ("Back at ten.", "/incidents/1")
    problem.detail.problem = details
    let sent = try Self.sent(Self.failure(problem))
    #expect(
      sent.names("error.data.detail.problem") == ["type", "title", "status", "detail", "instance"])
    #expect(sent["error.data.detail.problem.detail"] == "Back at ten.")
    #expect(sent["error.data.detail.problem.status"] == "500")
  }

  @Test func `options of the client's say what to open`() throws {
    let help = try Self.sent(Self.failure(Problem(.parseError)))
    #expect(help.names("error.data.recoveryOptions.1") == ["id", "title", "role", "performedBy", "url"])
    #expect(help["error.data.recoveryOptions.1.url"] == "docs/failures.md#parseerror")
    let context = FailureContext(operation: "refresh", resource: .menu, at: Self.at)
    let settings = try Self.sent(Self.failure(Problem(.badRequest), context))
    #expect(settings.names("error.data.recoveryOptions.1") == ["id", "title", "role", "performedBy", "key"])
    #expect(settings["error.data.recoveryOptions.1.key"] == "resources.menu.source")
  }

  @Test(arguments: [
    (ResourceID?.none, "It broke in two."), (.state, "The connection was lost. It broke in two."),
  ])
  func `the error's message says the cause, of a fetch behind the title`(
    resource: ResourceID?, message: String
  ) throws {
    let problem = Problem(.connectionLost, explanation: .quoted("It broke in two."))
    let sent = try Self.sent(Self.failure(problem, FailureContext(resource: resource, at: Self.at)))
    #expect(sent["error.message"] == message)
  }

  @Test(
    arguments: [
      (.zero, 0), (.milliseconds(1), 0.001), (.seconds(90), 90), (.microseconds(1_499), 0.001),
      (.microseconds(1_500), 0.002),
      (.milliseconds(100), 0.1), (.seconds(3_600) + .milliseconds(7), 3_600.007),
    ] as [(Duration, Double)])
  func `durations are seconds to the millisecond`(duration: Duration, seconds: Double) {
    #expect(duration.seconds == seconds)
  }
}
