import StatusCore
import Testing

@Suite struct RecoveryPolicyTests {
  private func options(
    for kind: FailureKind, in context: FailureContext = .fetch(of: .state)
  ) -> [RecoveryOptionID] {
    RecoveryPolicy.options(for: kind, retryAfter: nil, context: context).map(\.id)
  }

  @Test(arguments: FailureKind.allCases)
  func `every failure has options, cancel first`(kind: FailureKind) {
    #expect(options(for: kind).first == .cancel)
  }

  @Test(arguments: FailureKind.allCases)
  func `tryAgain is offered where repeating can help and nowhere else`(kind: FailureKind) {
    #expect(options(for: kind).contains(.tryAgain) == FailureCatalogue[kind].isRetrySafe)
  }

  @Test(arguments: [.parseError, .badRequest, .alreadyRecovered] as [FailureKind])
  func `where repeating cannot help the client can show help`(kind: FailureKind) {
    #expect(options(for: kind) == [.cancel, .showHelp])
  }

  @Test func `a wrong configuration is for the settings`() {
    #expect(options(for: .sourceMisconfigured) == [.cancel, .openSettings])
  }

  @Test func `without an operation there is nothing to try again`() {
    #expect(options(for: .overloaded, in: FailureContext(at: .start)) == [.cancel, .showHelp])
  }

  @Test(
    arguments: [
      (.cancel, .cancel, .server),
      (.tryAgain, .default, .server),
      (.freeSpace, .destructive, .server),
      (.openSettings, .default, .client),
      (.showHelp, .default, .client),
    ] as [(RecoveryOptionID, RecoveryOption.Role, RecoveryOption.Performer)])
  func `an option has its role and its performer`(
    id: RecoveryOptionID, role: RecoveryOption.Role, performer: RecoveryOption.Performer
  ) {
    let option = RecoveryOption(id)
    #expect(option.role == role && option.performedBy == performer)
  }
}
