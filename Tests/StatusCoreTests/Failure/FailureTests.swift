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
    #expect(Failure.sample(.connectionLost, explanation: explanation).message == message)
  }

  @Test func `without a suggestion the message is the reason`() {
    #expect(Failure.sample(.nothingToRetry).message == "No failure is waiting for a recovery.")
  }

  @Test func `without a reason the message is the suggestion`() {
    #expect(Failure.sample(reason: nil, suggestion: "Try again.").message == "Try again.")
  }

  @Test func `with neither the message is the title`() {
    #expect(Failure.sample(reason: nil, suggestion: nil).message == "The connection was lost")
  }

  @Test func `an explanation takes the place of the catalogue's reason`() {
    let failure = Failure.sample(.fileNotFound, explanation: "There is no menu.json.")
    #expect(failure.failureReason == "There is no menu.json.")
  }

  @Test func `without an explanation the catalogue gives the reason`() {
    #expect(Failure.sample(.fileNotFound).failureReason == "There is nothing at this path.")
  }

  @Test func `code and anchor are those of the kind`() {
    let failure = Failure.sample(.malformedData)
    #expect(failure.code == 1301 && failure.helpAnchor == "malformeddata")
  }

  @Test func `a detail that says nothing is empty`() {
    var detail = FailureDetail()
    #expect(detail.isEmpty)
    detail.status = 500
    #expect(!detail.isEmpty)
  }
}

extension Failure {
  /// A lost connection told in other words.
  fileprivate static func sample(reason: String?, suggestion: String?) -> Failure {
    let like = Failure.sample(.connectionLost)
    return Failure(
      id: like.id, kind: like.kind, operation: nil, resource: nil, title: like.title, failureReason: reason,
      recoverySuggestion: suggestion, presentation: .alert, isRetrySafe: true, retryAfter: nil, options: [],
      attempts: [], previousFailureID: nil, detail: like.detail, occurredAt: like.occurredAt)
  }
}
