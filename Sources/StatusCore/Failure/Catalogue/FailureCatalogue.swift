/// The one table of everything that can fail: codes and sentences.
///
/// schema/failures.json holds the same table, and a test holds them equal. Titles have no full stop; reasons
/// and suggestions are sentences, each of which makes sense by itself.
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

    /// Whether the location's source fails with it, which is not a resource.
    var isOfLocation: Bool { (1400..<1500).contains(code) }
  }

  /// The document that explains every kind.
  package static let helpDocument = "docs/failures.md"

  /// In the order of the kinds.
  package static let entries = FailureKind.allCases.map { FailureCatalogue[$0] }
}

extension FailureCatalogue {
  /// The entry of a kind: one line for each, so that a kind without an entry does not compile.
  package static subscript(kind: FailureKind) -> Entry {
    switch kind {
    case .parseError: parseError
    case .invalidRequest: invalidRequest
    case .methodNotFound: methodNotFound
    case .invalidParams: invalidParams
    case .internalError: internalError
    case .requestCancelled: requestCancelled
    case .shuttingDown: shuttingDown
    case .overloaded: overloaded
    case .responseTooLarge: responseTooLarge
    case .offline: offline
    case .hostNotFound: hostNotFound
    case .cannotConnect: cannotConnect
    case .connectionLost: connectionLost
    case .timeout: timeout
    case .secureConnectionFailed: secureConnectionFailed
    case .certificateInvalid: certificateInvalid
    case .tooManyRedirects: tooManyRedirects
    case .bodyTooLarge: bodyTooLarge
    case .badServerResponse: badServerResponse
    case .transportFailed: transportFailed
    case .badRequest: badRequest
    case .unauthorized: unauthorized
    case .forbidden: forbidden
    case .notFound: notFound
    case .tooManyRequests: tooManyRequests
    case .serverError: serverError
    case .serviceUnavailable: serviceUnavailable
    case .unexpectedStatus: unexpectedStatus
    case .missingData: missingData
    case .malformedData: malformedData
    case .unexpectedShape: unexpectedShape
    case .locationUnavailable: locationUnavailable
    case .locationDenied: locationDenied
    case .locationNoFix: locationNoFix
    case .locationNoDevice: locationNoDevice
    case .outOfSpace: outOfSpace
    case .diskFull: diskFull
    case .storeUnwritable: storeUnwritable
    case .storeCorrupt: storeCorrupt
    case .fileNotFound: fileNotFound
    case .fileUnreadable: fileUnreadable
    case .commandFailed: commandFailed
    case .sourceMisconfigured: sourceMisconfigured
    case .failureNotFound: failureNotFound
    case .optionNotFound: optionNotFound
    case .alreadyRecovered: alreadyRecovered
    case .nothingToRetry: nothingToRetry
    }
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
