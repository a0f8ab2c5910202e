import StatusCore
import Testing

@Suite struct RecoveryPolicyTests {
  private func options(
    for kind: FailureKind, operation: Operation? = "refresh", resource: ResourceName? = .state
  ) -> [RecoveryOptionID] {
    let context = FailureContext(
      operation: operation, resource: resource, at: Timestamp(millisecondsSince1970: 0))
    return RecoveryPolicy.options(for: kind, retryAfter: nil, context: context).map(\.id)
  }

  @Test(arguments: FailureKind.allCases)
  func `every failure has options, cancel first`(kind: FailureKind) {
    #expect(options(for: kind).first == .cancel)
  }

  @Test(arguments: FailureCatalogue.entries)
  func `tryAgain is offered where repeating can help and nowhere else`(entry: FailureCatalogue.Entry) {
    #expect(options(for: entry.kind).contains(.tryAgain) == entry.isRetrySafe)
  }

  @Test(arguments: [.parseError, .badRequest, .alreadyRecovered] as [FailureKind])
  func `where repeating cannot help the client can show help`(kind: FailureKind) {
    #expect(options(for: kind) == [.cancel, .showHelp])
  }

  @Test func `a wrong configuration is for the settings`() {
    #expect(options(for: .sourceMisconfigured) == [.cancel, .openSettings])
  }

  @Test func `without an operation there is nothing to try again`() {
    #expect(options(for: .overloaded, operation: nil, resource: nil) == [.cancel, .showHelp])
    #expect(options(for: .overloaded, operation: "retry", resource: nil) == [.cancel, .showHelp])
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
