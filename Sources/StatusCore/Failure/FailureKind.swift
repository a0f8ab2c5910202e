/// What can go wrong.
///
/// The raw value is the name on the wire. Codes and sentences stand in ``FailureCatalogue``.
package enum FailureKind: String, CaseIterable, Sendable {
  // JSON-RPC's and LSP's own.
  case parseError, invalidRequest, methodNotFound, invalidParams, internalError, requestCancelled
  // The daemon's.
  case shuttingDown, overloaded, responseTooLarge
  // On the way to a server.
  case offline, hostNotFound, cannotConnect, connectionLost, timeout, secureConnectionFailed
  case certificateInvalid, tooManyRedirects, bodyTooLarge, badServerResponse, transportFailed
  // By a server's status.
  case badRequest, unauthorized, forbidden, notFound, tooManyRequests, serverError, serviceUnavailable
  case unexpectedStatus
  // In what came.
  case missingData, malformedData, unexpectedShape
  // Of the location.
  case locationUnavailable, locationDenied, locationNoFix, locationNoDevice
  // Of the store.
  case outOfSpace, diskFull, storeUnwritable, storeCorrupt
  // Of sources on this machine.
  case fileNotFound, fileUnreadable, commandFailed, sourceMisconfigured
  // Of recoveries.
  case failureNotFound, optionNotFound, alreadyRecovered, nothingToRetry

  /// The code of the error object.
  package var code: Int { FailureCatalogue[self].code }
}
