import StatusCore
import Testing

@Suite struct RecoveryOptionTests {
  private let at = Timestamp(millisecondsSince1970: 0)

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

  @Test(arguments: FailureKind.allCases)
  func `help is at the anchor of the kind`(kind: FailureKind) {
    let option = RecoveryOption.showHelp(for: kind)
    #expect(option.url == "docs/failures.md#\(kind.rawValue.lowercased())" && option.key == nil)
  }

  private func key(_ kind: FailureKind, reason: String?, key: String? = nil) -> String? {
    var problem = Problem(kind)
    problem.detail.reason = reason
    problem.detail.key = key
    let context = FailureContext(operation: "refresh", resource: ResourceName(rawValue: "builds"), at: at)
    return RecoveryPolicy.options(for: problem, in: context).first { $0.id == .openSettings }?.key
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
      (.sourceMisconfigured, "library", nil),
      (.outOfSpace, nil, "store.quota"),
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

  @Test func `a problem that knows its key is believed`() {
    #expect(
      key(.sourceMisconfigured, reason: nil, key: "resources.builds.caFile") == "resources.builds.caFile")
  }

  @Test func `a key is told for what the settings cannot mend, and not offered`() {
    #expect(key(.connectionLost, reason: nil, key: "resources.builds.source") == nil)
  }
}
