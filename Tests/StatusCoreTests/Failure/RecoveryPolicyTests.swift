import Testing

@testable import StatusCore

/// What is offered for each kind in the situations that change it.
@Suite struct RecoveryPolicyTests {
  /// Where everything that depends on the situation can work.
  private static let favourable = FailureContext(
    operation: "refresh", resource: .menu, conditions: RecoveryConditions(hasValue: true),
    at: Timestamp(millisecondsSince1970: 0))

  /// Every combination of what the policy looks at.
  private static let contexts: [FailureContext] = [nil, "refresh" as Operation].flatMap { operation in
    [nil, ResourceID.menu].flatMap { resource in
      [false, true].flatMap { hasValue in
        [false, true].map { isPolled in
          FailureContext(
            operation: operation, resource: resource,
            conditions: RecoveryConditions(hasValue: hasValue, isPolled: isPolled), at: favourable.at)
        }
      }
    }
  }

  private static func options(
    for kind: FailureKind, reason: String? = nil, after: Duration? = .seconds(30), in context: FailureContext
  ) -> [RecoveryOption] {
    var problem = Problem(kind, retryAfter: after)
    problem.detail.reason = reason
    return Failure(problem, id: FailureID(rawValue: "f1"), in: context).options
  }

  /// Whether there is something to repeat: a fetch, or the location's provider.
  private static func isRepeatable(_ kind: FailureKind, _ context: FailureContext) -> Bool {
    kind.rawValue.hasPrefix("location") || context.operation != nil && context.resource != nil
  }

  // MARK: The rows

  /// The reasons on which the policy depends.
  private static let reasonForAll: [FailureKind: String] = [
    .fileUnreadable: "notRegular", .commandFailed: "notFound",
  ]

  @Test(arguments: FailureKind.allCases)
  func `where all can work the whole row is offered, help apart`(kind: FailureKind) {
    let options = Self.options(for: kind, reason: Self.reasonForAll[kind], in: Self.favourable)
    let row = FailureCatalogue[kind].options
    #expect(options.map(\.id) == [.cancel] + (row == [.showHelp] ? row : row.filter { $0 != .showHelp }))
  }

  @Test(arguments: FailureKind.allCases)
  func `an option is offered where its condition holds, and in the order of all options`(kind: FailureKind) {
    let isSafe = FailureCatalogue[kind].isRetrySafe
    for context in Self.contexts {
      for after in [nil, Duration.seconds(30)] {
        let isRepeatable = Self.isRepeatable(kind, context)
        let offered = Self.options(for: kind, after: after, in: context).map(\.id)
        let expected = FailureCatalogue[kind].options.filter { option in
          switch option {
          case .tryAgain, .waitForConnection: isRepeatable && isSafe
          case .tryLater: isRepeatable && isSafe && after != nil
          case .keepTrying: isRepeatable && isSafe && !context.conditions.isPolled
          case .useLastKnown: isRepeatable && context.conditions.hasValue
          case .signIn, .freeSpace, .buyMoreSpace: isRepeatable
          case .useDemoRoute: true
          case .openSettings: Self.hasKey(kind, context)
          case .cancel, .showHelp, .custom: false
          }
        }
        #expect(
          offered == [.cancel] + (expected.isEmpty ? [.showHelp] : expected), "\(context) \(after as Any)")
      }
    }
  }

  private static func hasKey(_ kind: FailureKind, _ context: FailureContext) -> Bool {
    switch kind {
    // They need a reason that is not given here.
    case .fileUnreadable, .commandFailed: false
    case .bodyTooLarge, .storeUnwritable: true
    case .locationUnavailable, .locationDenied, .locationNoDevice: true
    default: context.resource != nil
    }
  }

  @Test(arguments: FailureKind.allCases)
  func `the row names an option once, and never cancel`(kind: FailureKind) {
    let row = FailureCatalogue[kind].options
    #expect(Set(row).count == row.count && !row.contains(.cancel) && !row.isEmpty)
  }

  @Test(arguments: FailureKind.allCases)
  func `a row is in the order of all options`(kind: FailureKind) {
    for row in [FailureCatalogue[kind].options, RecoveryPolicy.optionsOfLocation(FailureCatalogue[kind])] {
      #expect(row == RecoveryOptionID.builtIn.filter { row.contains($0) })
    }
  }

  @Test func `outOfSpace offers to free space, then to buy more, whatever the value`() {
    #expect(
      Self.options(for: .outOfSpace, in: Self.favourable).map(\.id) == [.cancel, .freeSpace, .buyMoreSpace])
  }

  @Test(arguments: FailureKind.allCases)
  func `tryAgain stands in the rows of what can happen to a fetch and can be repeated`(kind: FailureKind) {
    #expect(FailureCatalogue[kind].options.contains(.tryAgain) == FailureCatalogue[kind].isRetrySafe)
  }

  // MARK: As a person meets them

  @Test(
    arguments: [
      (.offline, [.cancel, .tryAgain, .waitForConnection, .keepTrying]),
      (.cannotConnect, [.cancel, .tryAgain, .keepTrying]),
      (.unauthorized, [.cancel, .signIn, .openSettings]),
      (.outOfSpace, [.cancel, .freeSpace, .buyMoreSpace]),
      (.transportFailed, [.cancel, .tryAgain, .keepTrying]),
      (.badRequest, [.cancel, .openSettings]),
      (.internalError, [.cancel, .showHelp]),
    ] as [(FailureKind, [RecoveryOptionID])])
  func `a first load that failed`(kind: FailureKind, expected: [RecoveryOptionID]) {
    var context = Self.favourable
    context.conditions.hasValue = false
    #expect(Self.options(for: kind, after: nil, in: context).map(\.id) == expected)
  }

  @Test func `a poll that failed over a value`() {
    var context = Self.favourable
    context.conditions.isPolled = true
    #expect(
      Self.options(for: .serverError, after: nil, in: context).map(\.id)
        == [.cancel, .tryAgain, .useLastKnown])
  }

  @Test func `a server that wants to be left alone`() {
    #expect(
      Self.options(for: .tooManyRequests, in: Self.favourable).map(\.id)
        == [.cancel, .tryAgain, .tryLater, .useLastKnown, .keepTrying])
  }

  @Test(
    arguments: [nil, "retry"] as [Operation?])
  func `without a fetch there is nothing to try again`(operation: Operation?) {
    let context = FailureContext(operation: operation, at: Self.favourable.at)
    #expect(Self.options(for: .overloaded, in: context).map(\.id) == [.cancel, .showHelp])
  }
}
