/// What can go wrong.
///
/// The raw value is the name on the wire. ``FailureCatalogue`` has the codes and sentences.
package enum FailureKind: String, CaseIterable, Sendable {
  // JSON-RPC and LSP define these.
  case parseError, invalidRequest, methodNotFound, invalidParams, internalError, requestCancelled
  // The daemon cannot serve a request.
  case shuttingDown, overloaded, responseTooLarge
  // The transport to a server failed.
  case offline, hostNotFound, cannotConnect, connectionLost, timeout, secureConnectionFailed
  case certificateInvalid, tooManyRedirects, bodyTooLarge, badServerResponse, transportFailed
  // A server responded with an error status.
  case badRequest, unauthorized, forbidden, notFound, tooManyRequests, serverError, serviceUnavailable
  case unexpectedStatus
  // The data cannot be used.
  case missingData, malformedData, unexpectedShape
  // The location cannot be determined.
  case locationUnavailable, locationDenied, locationNoFix, locationNoDevice
  // The store cannot keep a value.
  case outOfSpace, diskFull, storeUnwritable, storeCorrupt
  // A source on this computer failed.
  case fileNotFound, fileUnreadable, commandFailed, sourceMisconfigured
  // A recovery cannot be performed.
  case failureNotFound, optionNotFound, alreadyRecovered, nothingToRetry

  /// The code of the error object.
  package var code: Int { FailureCatalogue[self].code }

  /// The finer cases: what `detail.reason` can be.
  package var reasons: [String] { FailureCatalogue[self].reasons }
}
