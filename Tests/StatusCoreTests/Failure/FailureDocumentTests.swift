import Foundation
import Testing

@testable import StatusCore

/// docs/failures.md says how often a fetch is tried; Tests/docs hold the rest of it.
@Suite struct FailureDocumentTests {
  private static let document = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../docs/failures.md").standardized

  /// Those of a fetch that asks somebody; the location's provider goes on for ever.
  private static let kinds = FailureKind.allCases.filter { kind in
    FailureCatalogue[kind].isOfFetch && FailureCatalogue[kind].group != .location && kind != .storeCorrupt
  }

  @Test(arguments: kinds)
  func `the page says which kinds a fetch repeats`(kind: FailureKind) throws {
    let text = try String(contentsOf: Self.document, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n### \(kind.rawValue)\n").dropFirst().first)
    let reported = section.components(separatedBy: "\n").first { $0.hasPrefix("Code ") } ?? ""
    let times =
      Problem(kind).isWorthRepeating ? "tried up to \(RetryPolicy().maxAttempts) times" : "tried once"
    #expect(reported.contains(" · \(times) · "), "\(reported)")
  }
}
