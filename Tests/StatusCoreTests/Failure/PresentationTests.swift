import Testing

@testable import StatusCore

@Suite struct PresentationTests {
  private static let silent: Set<FailureKind> = [
    .requestCancelled, .shuttingDown, .parseError, .invalidRequest, .methodNotFound, .invalidParams,
    .failureNotFound, .optionNotFound, .alreadyRecovered, .nothingToRetry,
  ]

  @Test(arguments: FailureKind.allCases)
  func `what is known already is silent, what has no value inline, a poll over one silent`(kind: FailureKind)
  {
    let isSilent = Self.silent.contains(kind)
    #expect(Presentation.of(kind, hasValue: false, isPoll: false) == (isSilent ? .silent : .inline))
    #expect(Presentation.of(kind, hasValue: false, isPoll: true) == (isSilent ? .silent : .inline))
    #expect(Presentation.of(kind, hasValue: true, isPoll: false) == (isSilent ? .silent : .alert))
    #expect(Presentation.of(kind, hasValue: true, isPoll: true) == .silent)
  }

  @Test(arguments: FailureKind.allCases)
  func `a failure that is not of a fetch is an alert, unless it is known already`(kind: FailureKind) {
    let failure = Failure(Problem(kind), id: FailureID(rawValue: "f1"), in: FailureContext(at: .start))
    #expect(failure.presentation == (Self.silent.contains(kind) ? .silent : .alert))
  }
}
