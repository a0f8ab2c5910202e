import Testing

@testable import StatusCore

@Suite struct FailureTests {
  @Test(arguments: [
    ("It is over.", "It is over. Try again."),
    ("Is it over?", "Is it over? Try again."),
    ("It is over!", "It is over! Try again."),
    ("It is over", "It is over. Try again."),
  ])
  func `the message joins reason and suggestion into sentences`(explanation: String, message: String) {
    #expect(Failure.sample(.connectionLost, explanation: .quoted(explanation)).wholeMessage == message)
  }

  @Test func `without a suggestion the message is the reason`() {
    #expect(Failure.sample(.nothingToRetry).wholeMessage == "No failure is waiting for a recovery.")
  }

  @Test func `an explanation takes the place of the catalogue's reason`() {
    let failure = Failure.sample(.fileNotFound, explanation: .quoted("There is no menu.json."))
    #expect(failure.failureReason == "There is no menu.json.")
  }

  @Test func `without an explanation the catalogue gives the reason`() {
    #expect(Failure.sample(.fileNotFound).failureReason == "There is nothing at this path.")
  }

  @Test func `code and anchor are those of the kind`() {
    let failure = Failure.sample(.malformedData)
    #expect(failure.code == 1301 && failure.helpAnchor == "malformeddata")
  }

  @Test func `the same problem met again is recognised, whatever its excerpt`() {
    var problem = Problem(.malformedData)
    (problem.detail.reason, problem.detail.excerpt) = ("html", "<p>1</p>")
    let failure = Failure.sample(.malformedData, detail: problem.detail)
    #expect(failure.isSame(as: problem))
    problem.detail.excerpt = "<p>2</p>"
    #expect(failure.isSame(as: problem))
    problem.detail.reason = "syntax"
    #expect(!failure.isSame(as: problem))
    #expect(!failure.isSame(as: Problem(.missingData, detail: failure.detail)))
  }

  @Test func `a server's words about one occurrence do not make another problem`() {
    var problem = Problem(.serverError)
    var details = ProblemDetails()
    (details.title, details.detail, details.instance) = ("Maintenance", "Back at ten.", "/incidents/1")
    problem.detail.problem = details
    let failure = Failure.sample(.serverError, detail: problem.detail)
    (details.detail, details.instance) = ("Back at eleven.", "/incidents/2")
    problem.detail.problem = details
    #expect(failure.isSame(as: problem))
    details.title = "Overload"
    problem.detail.problem = details
    #expect(!failure.isSame(as: problem))
  }

  @Test(arguments: [("autoPoll", "refresh"), ("refresh", "refresh"), ("fetchMenu", "fetchMenu")])
  func `a poll is repeated by a refresh, a call by itself`(method: String, repeated: String) {
    #expect(Operation(method, timeout: nil).repeated == Operation(repeated))
  }

  @Test func `a call is repeated with its timeout`() {
    #expect(Operation("refresh", timeout: .seconds(3)).repeated.timeout == .seconds(3))
  }

  @Test func `failures with the same record and options are equal, and no others`() {
    let failure = Failure.sample(.fileNotFound)
    #expect(failure == Failure.sample(.fileNotFound))
    #expect(failure != Failure.sample(.fileUnreadable))
    #expect(failure != Failure.sample(.fileNotFound, explanation: .quoted("It is gone.")))
    var detail = FailureDetail()
    detail.path = "/menu.json"
    #expect(failure != Failure.sample(.fileNotFound, detail: detail))
    #expect(Failure.sample(.fileNotFound, detail: detail) == Failure.sample(.fileNotFound, detail: detail))
    var changed = failure
    changed.options = []
    #expect(changed != failure)
  }

  @Test func `a detail that says nothing is none`() {
    #expect(Problem(.timeout, detail: FailureDetail()) == Problem(.timeout))
    #expect(!Failure.sample(.timeout, detail: FailureDetail()).hasDetail)
  }

  @Test func `a detail that says nothing is empty`() {
    var detail = FailureDetail()
    #expect(detail.isEmpty)
    detail.status = 500
    #expect(!detail.isEmpty)
  }
}

extension Failure {
  /// The message as one string.
  var wholeMessage: String {
    let (reason, separator, suggestion) = message
    return reason + separator + suggestion
  }
}
