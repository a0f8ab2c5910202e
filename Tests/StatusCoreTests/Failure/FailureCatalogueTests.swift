import StatusCore
import Testing

@Suite struct FailureCatalogueTests {
  @Test func `every kind has one entry, in the order of the kinds`() {
    #expect(FailureCatalogue.entries.map(\.kind) == FailureKind.allCases)
  }

  @Test func `no two kinds have the same code`() {
    #expect(Set(FailureCatalogue.entries.map(\.code)).count == FailureKind.allCases.count)
  }

  @Test func `repeating cannot help these and no others`() {
    let unsafe = FailureCatalogue.entries.filter { !$0.isRetrySafe }.map(\.kind)
    #expect(
      unsafe == [
        .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
        .shuttingDown, .responseTooLarge, .tooManyRedirects, .bodyTooLarge, .badRequest, .unauthorized,
        .locationDenied, .outOfSpace, .storeCorrupt, .sourceMisconfigured, .failureNotFound, .optionNotFound,
        .alreadyRecovered, .nothingToRetry,
      ])
  }

  @Test(arguments: FailureKind.allCases)
  func `a title fits on a line and has no full stop`(kind: FailureKind) {
    let entry = FailureCatalogue[kind]
    #expect(entry.title.count <= 60 && entry.title.last?.isLetter == true)
  }

  @Test(arguments: FailureKind.allCases)
  func `reasons and suggestions are sentences`(kind: FailureKind) {
    let entry = FailureCatalogue[kind]
    for sentence in [entry.failureReason, entry.recoverySuggestion].compactMap(\.self) {
      #expect(sentence.first?.isUppercase == true && sentence.last == ".", "\(sentence)")
    }
  }

  @Test(arguments: FailureKind.allCases.filter { FailureCatalogue[$0].isRetrySafe })
  func `what can be recovered from has a suggestion to try again`(kind: FailureKind) {
    let entry = FailureCatalogue[kind]
    #expect(entry.recoverySuggestion?.lowercased().contains("try again") == true)
  }

  @Test func `the anchor is the one that Markdown gives to the kind as a heading`() {
    #expect(FailureCatalogue[.cannotConnect].helpAnchor == "cannotconnect")
  }
}
