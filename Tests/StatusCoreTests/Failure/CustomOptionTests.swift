import Testing

@testable import StatusCore

/// Options of the user's own among the built-in ones.
@Suite struct CustomOptionTests {
  private static let restart = CustomOption("restart", title: "Restart", by: .server)
  private static let ask = CustomOption(
    "ask", title: "Ask Ada", kinds: [.notFound, .overloaded], by: .client)

  private static func offered(
    _ kind: FailureKind, operation: Operation? = "refresh", resource: ResourceID? = .menu
  ) -> [String] {
    let context = FailureContext(
      operation: operation, resource: resource, customOptions: [ask, restart],
      at: Timestamp(millisecondsSince1970: 0))
    return Failure(Problem(kind), id: FailureID(rawValue: "f1"), in: context).options.map(\.id.rawValue)
  }

  @Test func `they stand behind the daemon's options and before the client's`() {
    #expect(
      Self.offered(.notFound) == [
        "cancel", "tryAgain", "keepTrying", "custom:ask", "custom:restart", "openSettings",
      ])
    #expect(Self.offered(.serverError) == ["cancel", "tryAgain", "keepTrying", "custom:restart"])
  }

  @Test func `with one of them help is not the last resort`() {
    #expect(Self.offered(.storeCorrupt) == ["cancel", "custom:restart"])
  }

  @Test(arguments: FailureKind.allCases)
  func `an option for no kinds is for every failed fetch`(kind: FailureKind) {
    #expect(Self.offered(kind).contains("custom:restart") == (1_100..<1_700).contains(kind.code))
    #expect(Self.offered(kind).contains("custom:ask") == [.notFound, .overloaded].contains(kind))
  }

  @Test(arguments: [(Operation?.none, ResourceID?.some(.menu)), ("retry", nil), ("refresh", .location)])
  func `what is no fetch offers none`(operation: Operation?, resource: ResourceID?) {
    for kind in [FailureKind.notFound, .overloaded, .fileNotFound] {
      let offered = Self.offered(kind, operation: operation, resource: resource)
      #expect(!offered.contains { $0.hasPrefix("custom:") })
    }
  }

  @Test func `while one is performed, it and cancel are left`() {
    let conditions = RecoveryConditions(running: .custom("restart"))
    #expect(conditions.allow(.custom("restart")) && conditions.allow(.cancel))
    #expect(!conditions.allow(.custom("ask")) && !conditions.allow(.tryAgain))
  }

  @Test func `the built-in ids are their names, and no other can be taken for one`() {
    let names = RecoveryOptionID.builtIn.map(\.rawValue)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { !$0.hasPrefix(RecoveryOptionID.customPrefix) })
    #expect(RecoveryOptionID.custom("cancel").rawValue == "custom:cancel")
  }
}
