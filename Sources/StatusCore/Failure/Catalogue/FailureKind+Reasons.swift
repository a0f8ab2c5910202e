extension FailureKind {
  /// The finer cases of the kind: what `detail.reason` can be.
  ///
  /// schema/types/FailureDetail.schema.json has the same words; a test compares them.
  package var reasons: [String] {
    switch self {
    case .parseError: ["truncated", "utf8"]
    case .invalidRequest:
      [
        "header", "charset", "messageTooLarge", "tooDeep", "tooManyValues", "notAnObject", "version",
        "method", "ambiguous", "idType", "idTooLong", "idInUse", "duplicateKey", "range", "paramsType",
        "emptyBatch", "batchTooLarge", "initializedTwice",
      ]
    case .invalidParams: ["unknown", "missing", "type", "range", "arity"]
    case .internalError: ["scriptExhausted"]
    case .timeout: ["connect", "firstByte", "body"]
    case .certificateInvalid: ["expired", "notYetValid", "selfSigned", "untrusted", "wrongHost"]
    case .connectionLost: ["reset", "truncated", "empty"]
    case .tooManyRedirects: ["refused"]
    case .malformedData: ["html", "utf8", "compression", "syntax", "contentType"]
    case .unexpectedShape: ["tooDeep", "tooManyValues"]
    case .storeUnwritable: ["permission", "notRegular", "locked", "library", "system", "slow"]
    case .fileUnreadable: ["notRegular"]
    case .commandFailed: ["notFound", "notExecutable", "exitStatus", "signal", "timeout"]
    case .sourceMisconfigured: ["caFile", "certificate", "key", "headers", "library"]
    case .locationUnavailable: ["host", "connect", "ended", "silent", "protocol", "refused"]
    case .methodNotFound, .requestCancelled, .shuttingDown, .overloaded, .responseTooLarge, .offline,
      .hostNotFound, .cannotConnect, .secureConnectionFailed, .bodyTooLarge, .badServerResponse,
      .transportFailed, .badRequest, .unauthorized, .forbidden, .notFound, .tooManyRequests, .serverError,
      .serviceUnavailable, .unexpectedStatus, .missingData, .locationDenied, .locationNoFix,
      .locationNoDevice, .outOfSpace, .diskFull, .storeCorrupt, .fileNotFound,
      .failureNotFound, .optionNotFound, .alreadyRecovered, .nothingToRetry:
      []
    }
  }
}
