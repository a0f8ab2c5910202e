extension RecoveryPolicy {
  /// Every option beside `cancel` that a failure of this kind can offer, the most useful first.
  ///
  /// schema/failures.json has the same lists, and a test holds them equal.
  package static func options(of kind: FailureKind) -> [RecoveryOptionID] {
    switch kind {
    // The request has to change, or there is nothing to recover.
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
      .shuttingDown, .responseTooLarge, .storeCorrupt, .failureNotFound, .optionNotFound, .alreadyRecovered,
      .nothingToRetry:
      [.showHelp]
    case .overloaded: [.tryLater, .tryAgain, .showHelp]
    // Time alone may help.
    case .offline: [.waitForConnection] + repeating
    case .cannotConnect, .connectionLost, .secureConnectionFailed, .missingData: repeating
    case .timeout, .tooManyRequests, .serverError, .serviceUnavailable: [.tryLater] + repeating
    // So may another address.
    case .hostNotFound, .certificateInvalid, .badServerResponse, .malformedData, .unexpectedShape,
      .fileNotFound, .fileUnreadable, .commandFailed, .storeUnwritable:
      repeating + [.openSettings]
    case .forbidden, .notFound, .unexpectedStatus: [.tryLater] + repeating + [.openSettings]
    // Nothing but a change helps.
    case .tooManyRedirects, .bodyTooLarge, .badRequest: [.openSettings, .useLastKnown]
    case .unauthorized: [.signIn, .openSettings, .useLastKnown]
    case .sourceMisconfigured: [.openSettings, .useLastKnown, .showHelp]
    case .outOfSpace: [.buyMoreSpace, .freeSpace, .openSettings, .useLastKnown]
    case .diskFull: [.tryAgain, .freeSpace, .keepTrying, .useLastKnown]
    case .locationUnavailable, .locationNoDevice: [.tryAgain, .keepTrying, .useDemoRoute, .openSettings]
    case .locationNoFix: [.keepTrying, .tryAgain, .useDemoRoute]
    case .locationDenied: [.openSettings, .useDemoRoute]
    }
  }

  /// The row for a source of the location, which can fail as files do: the built-in route is always a way out.
  static func optionsOfLocation(_ kind: FailureKind) -> [RecoveryOptionID] {
    FailureCatalogue[kind].isOfLocation ? options(of: kind) : [.tryAgain, .useDemoRoute, .openSettings]
  }

  /// For what may go away by itself.
  private static var repeating: [RecoveryOptionID] { [.tryAgain, .keepTrying, .useLastKnown] }
}
