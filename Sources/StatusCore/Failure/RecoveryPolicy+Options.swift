extension RecoveryPolicy {
  /// Every option beside `cancel` that a failure of this kind can offer, in the order of the options.
  ///
  /// schema/failures.json has the same lists, and a test holds them equal.
  package static func options(of kind: FailureKind) -> [RecoveryOptionID] {
    switch kind {
    // The request has to change, or there is nothing to recover.
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
      .shuttingDown, .responseTooLarge, .storeCorrupt, .failureNotFound, .optionNotFound, .alreadyRecovered,
      .nothingToRetry:
      [.showHelp]
    case .overloaded: [.tryAgain, .tryLater, .showHelp]
    // Time alone may help.
    case .offline: [.tryAgain, .waitForConnection, .useLastKnown, .keepTrying]
    case .cannotConnect, .connectionLost, .secureConnectionFailed, .transportFailed, .missingData: repeating
    case .timeout, .tooManyRequests, .serverError, .serviceUnavailable: repeatingLater
    // So may another address.
    case .hostNotFound, .certificateInvalid, .badServerResponse, .malformedData, .unexpectedShape,
      .fileNotFound, .fileUnreadable, .commandFailed, .storeUnwritable:
      repeating + [.openSettings]
    case .forbidden, .notFound, .unexpectedStatus: repeatingLater + [.openSettings]
    // Nothing but a change helps.
    case .tooManyRedirects, .bodyTooLarge, .badRequest: [.useLastKnown, .openSettings]
    case .unauthorized: [.useLastKnown, .signIn, .openSettings]
    case .sourceMisconfigured: [.useLastKnown, .openSettings, .showHelp]
    case .outOfSpace: [.freeSpace, .buyMoreSpace]
    case .diskFull: [.tryAgain, .useLastKnown, .keepTrying, .freeSpace]
    case .locationUnavailable, .locationNoDevice: [.tryAgain, .keepTrying, .useDemoRoute, .openSettings]
    case .locationNoFix: [.tryAgain, .keepTrying, .useDemoRoute]
    case .locationDenied: [.useDemoRoute, .openSettings]
    }
  }

  /// The row for a source of the location, which can fail as files do: the built-in route is always a way out.
  static func optionsOfLocation(_ kind: FailureKind) -> [RecoveryOptionID] {
    FailureCatalogue[kind].isOfLocation ? options(of: kind) : [.tryAgain, .useDemoRoute, .openSettings]
  }

  /// For what may go away by itself.
  private static var repeating: [RecoveryOptionID] { [.tryAgain, .useLastKnown, .keepTrying] }

  /// For what a server may name the end of.
  private static var repeatingLater: [RecoveryOptionID] {
    [.tryAgain, .tryLater, .useLastKnown, .keepTrying]
  }
}
