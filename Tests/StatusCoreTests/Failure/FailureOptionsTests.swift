import Testing

@testable import StatusCore

/// The options of a failure follow what can work now.
@Suite struct FailureOptionsTests {
  private static let conditions = [false, true].flatMap { hasValue in
    [false, true].map { RecoveryConditions(hasValue: hasValue, isPolled: $0) }
  }

  /// A failure of a fetch that was recorded under these conditions.
  private func failure(_ kind: FailureKind, under conditions: RecoveryConditions) -> Failure {
    var context = FailureContext.fetch(of: .menu)
    context.conditions = conditions
    let problem = Problem(kind, retryAfter: .seconds(3))
    return Failure(problem, id: FailureID(rawValue: "f1"), in: context)
  }

  @Test(arguments: FailureKind.allCases)
  func `what is offered does not depend on the conditions of before`(kind: FailureKind) {
    for now in Self.conditions {
      let fresh = failure(kind, under: now)
      for before in Self.conditions {
        #expect(failure(kind, under: before).offered(under: now) == fresh)
      }
    }
  }

  @Test(arguments: FailureKind.allCases)
  func `cancel comes first, and every option is of the row or the last resort`(kind: FailureKind) {
    for now in Self.conditions {
      let offered = failure(kind, under: now).options.map(\.id)
      #expect(offered.first == .cancel && offered.count > 1)
      #expect(offered == RecoveryOptionID.builtIn.filter { offered.contains($0) })
      #expect(
        offered == [.cancel, .showHelp]
          || Set(offered.dropFirst()).isSubset(of: FailureCatalogue[kind].options))
      #expect(now.hasValue || !offered.contains(.useLastKnown))
      #expect(!now.isPolled || !offered.contains(.keepTrying))
    }
  }

  @Test(arguments: FailureKind.allCases)
  func `while an option runs it and cancel are offered, whatever else holds`(kind: FailureKind) {
    let failure = failure(kind, under: RecoveryConditions(hasValue: true))
    for option in failure.options where option.id != .cancel && option.id != .showHelp {
      for var now in Self.conditions {
        now.running = option.id
        #expect(failure.offered(under: now).options.map(\.id) == [.cancel, option.id])
      }
    }
  }

  @Test func `help stands in when nothing but cancel is left`() {
    let failure = failure(.internalError, under: RecoveryConditions())
    #expect(failure.options.map(\.id) == [.cancel, .showHelp])
    #expect(failure.options.last?.url == "docs/failures.md#internalerror")
  }

  @Test func `a source whose library is missing offers the last value or help`() {
    var problem = Problem(.sourceMisconfigured)
    problem.detail.reason = "library"
    let failure = Failure(problem, id: FailureID(rawValue: "f1"), in: .fetch(of: .menu))
    #expect(failure.options.map(\.id) == [.cancel, .showHelp])
    let withValue = failure.offered(under: RecoveryConditions(hasValue: true))
    #expect(withValue.options.map(\.id) == [.cancel, .useLastKnown])
    #expect(withValue.offered(under: RecoveryConditions()) == failure)
  }
}
