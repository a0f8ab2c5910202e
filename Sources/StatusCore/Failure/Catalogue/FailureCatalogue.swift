/// The table of everything that can fail, with codes and sentences.
///
/// schema/failures.json is the same table; a test compares them. Titles have no full stop. Reasons and
/// suggestions are sentences, each of which makes sense by itself.
package enum FailureCatalogue {
  /// The properties that all failures of a kind share.
  ///
  /// A class, so that a look-up passes one reference and copies no sentences.
  package final class Entry: Sendable {
    package let kind: FailureKind
    package let code: Int
    package let title: String
    package let failureReason: String
    package let recoverySuggestion: String?
    package let isRetrySafe: Bool
    /// The anchor of the kind's heading in docs/failures.md, as Markdown renderers derive it: in lower case.
    package let helpAnchor: String
    /// Where the kind is explained: a URI reference (RFC 3986) relative to the root of the project.
    package let helpURL: String
    /// What a failure offers that nothing but reading helps with.
    let helpOptions: [RecoveryOption]
    /// The place among ``FailureCatalogue/entries``.
    package let number: Int

    /// Makes one row of the table.
    init(
      _ kind: FailureKind, _ code: Int, _ title: String, because failureReason: String,
      todo recoverySuggestion: String? = nil, isRetrySafe: Bool = true
    ) {
      self.kind = kind
      self.code = code
      self.title = title
      self.failureReason = failureReason
      self.recoverySuggestion = recoverySuggestion
      self.isRetrySafe = isRetrySafe
      helpAnchor = kind.rawValue.lowercased()
      helpURL = "\(FailureCatalogue.helpDocument)#\(helpAnchor)"
      helpOptions = [RecoveryOption(.cancel), .showHelp(at: helpURL)]
      number = FailureKind.allCases.firstIndex(of: kind) ?? 0
    }

    /// Whether a fetch can fail with this kind; requests have the codes up to 1003, recoveries those from
    /// 1700.
    var isOfFetch: Bool { (1100..<1700).contains(code) }

    /// Whether this kind is for the source of the location, which is not a resource.
    var isOfLocation: Bool { (1400..<1500).contains(code) }
  }

  /// The document that explains every kind, relative to the root of the project.
  package static let helpDocument = "docs/failures.md"

  /// All entries, in the order of the kinds.
  package static let entries = FailureKind.allCases.map { FailureCatalogue[$0] }
}

extension FailureCatalogue {
  /// The entry of a kind.
  ///
  /// A kind without an entry does not compile, because the switch has no default.
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
