import Testing

@testable import StatusCore

@Suite struct RecoveryOptionTests {
  private let at = Timestamp(millisecondsSince1970: 0)

  @Test func `the options have one order`() {
    #expect(
      RecoveryOptionID.builtIn == [
        .cancel, .tryAgain, .tryLater, .waitForConnection, .useLastKnown, .keepTrying, .signIn, .freeSpace,
        .buyMoreSpace, .useDemoRoute, .openSettings, .showHelp,
      ])
  }

  @Test(
    arguments: [
      (.cancel, "Cancel", .cancel, .server),
      (.tryAgain, "Try Again", .default, .server),
      (.tryLater, "Try Again Later", .default, .server),
      (.waitForConnection, "Wait for Connection", .default, .server),
      (.useLastKnown, "Use Last Known Value", .default, .server),
      (.keepTrying, "Keep Trying", .default, .server),
      (.signIn, "Sign In", .default, .server),
      (.freeSpace, "Free Space", .destructive, .server),
      (.buyMoreSpace, "Buy More Space", .default, .server),
      (.useDemoRoute, "Use Demo Route", .default, .server),
      (.openSettings, "Open Settings", .default, .client),
      (.showHelp, "Show Help", .default, .client),
    ] as [(RecoveryOptionID, String, RecoveryOption.Role, RecoveryOption.Performer)])
  func `an option has its title, its role and its performer`(
    id: RecoveryOptionID, title: String, role: RecoveryOption.Role, performer: RecoveryOption.Performer
  ) {
    let option = RecoveryOption(id)
    #expect(option.title == title && option.role == role && option.performedBy == performer)
  }

  @Test(arguments: FailureKind.allCases)
  func `help is at the anchor of the kind`(kind: FailureKind) {
    let option = RecoveryOption.showHelp(for: kind)
    #expect(option.url == "docs/failures.md#\(kind.rawValue.lowercased())" && option.key == nil)
  }

  /// The option `openSettings` for a problem of the resource `builds`.
  private func settings(for problem: Problem, file: String? = nil) -> RecoveryOption? {
    let context = FailureContext(
      operation: "refresh", resource: ResourceID(ResourceName(rawValue: "builds")), at: at)
    let failure = Failure(problem, id: FailureID(rawValue: "f1"), in: context, file: file)
    return failure.options.first { $0.id == .openSettings }
  }

  private func key(_ kind: FailureKind, reason: String?, key: String? = nil) -> String? {
    var problem = Problem(kind)
    problem.detail.reason = reason
    problem.detail.key = key
    return settings(for: problem)?.key
  }

  @Test(
    arguments: [
      (.hostNotFound, nil, "resources.builds.source"),
      (.unauthorized, nil, "resources.builds.headers"),
      (.forbidden, nil, "resources.builds.headers"),
      (.certificateInvalid, nil, "resources.builds.source"),
      (.certificateInvalid, "wrongHost", "resources.builds.source"),
      (.certificateInvalid, "selfSigned", "resources.builds.caFile"),
      (.certificateInvalid, "untrusted", "resources.builds.caFile"),
      (.certificateInvalid, "expired", nil),
      (.certificateInvalid, "notYetValid", nil),
      (.bodyTooLarge, nil, "limits.bodyBytes"),
      (.fileUnreadable, "notRegular", "resources.builds.source"),
      (.fileUnreadable, nil, nil),
      (.commandFailed, "notFound", "resources.builds.source"),
      (.commandFailed, "notExecutable", "resources.builds.source"),
      (.commandFailed, "exitStatus", nil),
      (.sourceMisconfigured, nil, "resources.builds.source"),
      (.sourceMisconfigured, "caFile", "resources.builds.caFile"),
      (.sourceMisconfigured, "certificate", "resources.builds.certificate"),
      (.sourceMisconfigured, "key", "resources.builds.key"),
      (.sourceMisconfigured, "library", nil),
      (.outOfSpace, nil, nil),
      (.storeUnwritable, nil, "store.path"),
      (.locationDenied, nil, "location.source"),
      (.locationNoFix, nil, nil),
      (.connectionLost, nil, nil),
    ] as [(FailureKind, String?, String?)])
  func `settings are opened at the key that may be wrong`(
    kind: FailureKind, reason: String?, expected: String?
  ) {
    #expect(key(kind, reason: reason) == expected)
  }

  @Test(arguments: [nil, "/etc/statusd.toml"])
  func `settings are opened in the file that was read`(file: String?) {
    let option = settings(for: Problem(.badRequest), file: file)
    #expect(option?.path == file && option?.key == "resources.builds.source")
  }

  @Test func `a problem that knows its key is believed`() {
    #expect(
      key(.sourceMisconfigured, reason: nil, key: "resources.builds.caFile") == "resources.builds.caFile")
  }

  @Test func `a key is named for what the settings cannot mend, and not offered`() {
    #expect(key(.connectionLost, reason: nil, key: "resources.builds.source") == nil)
  }
}
