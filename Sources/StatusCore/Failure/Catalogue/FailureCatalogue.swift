/// The table of everything that can fail, with codes and sentences.
///
/// schema/failures.json is the same table; a test compares them. Titles have no full stop. Reasons and
/// suggestions are sentences, each of which makes sense by itself.
package enum FailureCatalogue {
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
