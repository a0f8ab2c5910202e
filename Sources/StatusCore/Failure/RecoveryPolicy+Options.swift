extension RecoveryPolicy {
  /// All options except `cancel` that a failure of this kind can offer, in the order of the options.
  ///
  /// schema/failures.json has the same lists; a test compares them.
  package static func options(of kind: FailureKind) -> [RecoveryOptionID] {
    switch kind {
    // The request has to change, or there is nothing to recover.
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
      .shuttingDown, .responseTooLarge, .storeCorrupt, .failureNotFound, .optionNotFound, .alreadyRecovered,
      .nothingToRetry:
      [.showHelp]
    case .overloaded: [.tryAgain, .tryLater, .showHelp]
    // The problem may pass by itself.
    case .offline: [.tryAgain, .waitForConnection, .useLastKnown, .keepTrying]
    case .cannotConnect, .connectionLost, .secureConnectionFailed, .transportFailed, .missingData: repeating
    case .timeout, .tooManyRequests, .serverError, .serviceUnavailable: repeatingLater
    // The problem may pass by itself, or another address may help.
    case .hostNotFound, .certificateInvalid, .badServerResponse, .malformedData, .unexpectedShape,
      .fileNotFound, .fileUnreadable, .commandFailed:
      repeating + [.openSettings]
    case .forbidden, .notFound, .unexpectedStatus: repeatingLater + [.openSettings]
    // Only a change helps.
    case .tooManyRedirects, .bodyTooLarge, .badRequest: [.useLastKnown, .openSettings]
    case .unauthorized: [.useLastKnown, .signIn, .openSettings]
    case .sourceMisconfigured: [.useLastKnown, .openSettings, .showHelp]
    case .outOfSpace: [.freeSpace, .buyMoreSpace]
    // The value that could not be stored is shown, so there is none to fall back to.
    case .diskFull: [.tryAgain, .keepTrying, .freeSpace]
    case .storeUnwritable: [.tryAgain, .keepTrying, .openSettings]
    case .locationUnavailable, .locationNoDevice: [.tryAgain, .keepTrying, .useDemoRoute, .openSettings]
    case .locationNoFix: [.tryAgain, .keepTrying, .useDemoRoute]
    case .locationDenied: [.useDemoRoute, .openSettings]
    }
  }

  /// The options for the source of the location, which may fail like a file; the built-in route always works.
  static func optionsOfLocation(_ kind: FailureKind) -> [RecoveryOptionID] {
    FailureCatalogue[kind].isOfLocation ? options(of: kind) : [.tryAgain, .useDemoRoute, .openSettings]
  }

  /// The options for a problem that may pass by itself.
  private static var repeating: [RecoveryOptionID] { [.tryAgain, .useLastKnown, .keepTrying] }

  /// The options for a problem whose end the server may announce with Retry-After.
  private static var repeatingLater: [RecoveryOptionID] {
    [.tryAgain, .tryLater, .useLastKnown, .keepTrying]
  }
}
