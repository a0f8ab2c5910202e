/// The one table of everything that can fail: codes and sentences.
///
/// schema/failures.json holds the same table, and a test holds them equal. Titles have no full stop; reasons
/// and suggestions are sentences.
package enum FailureCatalogue {
  /// What is always true of a kind of failure.
  package struct Entry: Hashable, Sendable {
    package let kind: FailureKind
    package let code: Int
    package let title: String
    package let failureReason: String?
    package let recoverySuggestion: String?
    package let isRetrySafe: Bool

    /// The anchor of the kind's heading in docs/failures: the name in small letters, as Markdown renderers
    /// derive it.
    package var helpAnchor: String { kind.rawValue.lowercased() }

    /// Where the kind is explained: a URI reference, relative to the project's root wherever it is published.
    package var helpURL: String { "\(FailureCatalogue.helpDocument)#\(helpAnchor)" }

    /// Whether a fetch can fail with it: not the kinds of requests (to 1003) and of recoveries (from 1700).
    var isOfFetch: Bool { (1100..<1700).contains(code) }

    /// Whether the location's provider fails with it, which is no resource.
    var isOfLocation: Bool { (1400..<1500).contains(code) }
  }

  /// The document that explains every kind.
  package static let helpDocument = "docs/failures.md"

  /// In the order of the codes within each group.
  package static let entries =
    ofTheProtocol + ofTheDaemon + ofTheTransport + ofTheStatus + ofThePayload + ofTheLocation + ofTheStore
    + ofLocalSources + ofRecoveries

  private static let entryOfKind = Dictionary(uniqueKeysWithValues: entries.map { ($0.kind, $0) })

  package static subscript(kind: FailureKind) -> Entry {
    guard let entry = entryOfKind[kind] else { preconditionFailure("\(kind) is not in the catalogue") }
    return entry
  }
}

extension FailureCatalogue.Entry {
  /// One row of the table.
  init(
    _ kind: FailureKind, _ code: Int, _ title: String, because failureReason: String? = nil,
    todo recoverySuggestion: String? = nil, isRetrySafe: Bool = true
  ) {
    self.init(
      kind: kind, code: code, title: title, failureReason: failureReason,
      recoverySuggestion: recoverySuggestion, isRetrySafe: isRetrySafe)
  }
}
