import Testing

@testable import StatusCore

/// Failures in the words of a scenario.
@Suite struct FailureScriptTests {
  private static func failure(
    _ kind: FailureKind, _ conditions: RecoveryConditions = RecoveryConditions(),
    _ change: (inout FailureScript) -> Void
  ) -> Failure {
    var problem = Problem(kind, explanation: .quoted("Because."))
    var script = FailureScript()
    change(&script)
    problem.script = script
    let context = FailureContext(
      operation: "refresh", resource: .menu, conditions: conditions, at: Timestamp(millisecondsSince1970: 0))
    return Failure(problem, id: FailureID(rawValue: "f1"), in: context)
  }

  @Test func `its words stand in place of the catalogue's, and only its words`() {
    let failure = Self.failure(.serverError) {
      $0.title = "The kitchen is closed"
      $0.recoverySuggestion = "Come back at ten."
    }
    #expect(failure.title == "The kitchen is closed" && failure.wholeMessage == "Because. Come back at ten.")
    #expect(failure.isRetrySafe && failure.options.map(\.id) == [.cancel, .tryAgain, .keepTrying])
    #expect(Self.failure(.serverError) { _ in }.title == FailureCatalogue[.serverError].title)
  }

  @Test func `its options stand in place of the usual ones, behind cancel`() {
    let custom = RecoveryOption(.custom("call"), "Call", by: .client)
    let listed = [RecoveryOption(.tryAgain), custom]
    #expect(Self.failure(.badRequest) { $0.options = listed }.options == [RecoveryOption(.cancel)] + listed)
    let cancel = RecoveryOption(.cancel).shown(as: "Leave", role: .cancel)
    #expect(Self.failure(.badRequest) { $0.options = [custom, cancel] }.options == [cancel, custom])
  }

  @Test func `an option that cannot work is not offered`() {
    let listed = [RecoveryOption(.useLastKnown), RecoveryOption(.keepTrying)]
    let polled = RecoveryConditions(hasValue: false, isPolled: true)
    #expect(Self.failure(.offline, polled) { $0.options = listed }.options.map(\.id) == [.cancel, .showHelp])
    let both = RecoveryConditions(hasValue: true)
    #expect(Self.failure(.offline, both) { $0.options = listed }.options.map(\.id).count == 3)
  }

  @Test func `what the client opens is named`() {
    let settings = RecoveryOption(.openSettings).shown(as: "Set Up", role: .destructive)
    let options = Self.failure(.offline) { $0.options = [settings, RecoveryOption(.showHelp)] }.options
    #expect(options.map(\.id) == [.cancel, .openSettings, .showHelp])
    #expect(options[1].key == "resources.menu.source" && options[1].title == "Set Up")
    #expect(options[1].role == .destructive && options[2].url == "docs/failures.md#offline")
  }
}
