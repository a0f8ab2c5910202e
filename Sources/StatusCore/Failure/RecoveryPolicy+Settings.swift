extension RecoveryPolicy {
  /// The key of the configuration whose change can help, as the file has it; nil where none can.
  ///
  /// A problem that knows its key says so itself. Otherwise it is the place of what the kind complains of.
  static func settingsKey(for problem: Problem, resource: ResourceName?) -> String? {
    if let key = problem.detail.key { return key }
    if resource == .location { return problem.kind == .locationNoFix ? nil : "location.source" }
    switch problem.kind {
    case .bodyTooLarge: return "limits.bodyBytes"
    case .storeUnwritable: return "store.path"
    case .locationUnavailable, .locationNoDevice, .locationDenied: return "location.source"
    case .hostNotFound, .certificateInvalid, .tooManyRedirects, .badServerResponse, .badRequest,
      .unauthorized, .forbidden, .notFound, .unexpectedStatus, .malformedData, .unexpectedShape,
      .fileNotFound, .fileUnreadable, .commandFailed, .sourceMisconfigured:
      guard let resource, let member = resourceKey(for: problem) else { return nil }
      return "resources.\(resource).\(member)"
    // What no setting mends.
    case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internalError, .requestCancelled,
      .shuttingDown, .overloaded, .responseTooLarge, .offline, .cannotConnect, .connectionLost, .timeout,
      .secureConnectionFailed, .transportFailed, .tooManyRequests, .serverError, .serviceUnavailable,
      .missingData, .locationNoFix, .outOfSpace, .diskFull, .storeCorrupt, .failureNotFound, .optionNotFound,
      .alreadyRecovered, .nothingToRetry:
      return nil
    }
  }

  /// The key within a resource's table.
  private static func resourceKey(for problem: Problem) -> String? {
    let reason = problem.detail.reason
    if problem.kind == .unauthorized || problem.kind == .forbidden { return "headers" }
    if problem.kind == .certificateInvalid { return keyForCertificate(reason) }
    // A permission or a failing program is mended where it is; another path is only for what cannot be a source.
    if problem.kind == .fileUnreadable { return reason == "notRegular" ? "source" : nil }
    if problem.kind == .commandFailed {
      return reason == "notFound" || reason == "notExecutable" ? "source" : nil
    }
    guard problem.kind == .sourceMisconfigured else { return "source" }
    if reason == "library" { return nil }
    return reason == "caFile" ? "caFile" : "source"
  }

  private static func keyForCertificate(_ reason: String?) -> String? {
    // The server has to renew its certificate, or this computer's clock is wrong.
    if reason == "expired" || reason == "notYetValid" { return nil }
    return reason == "selfSigned" || reason == "untrusted" ? "caFile" : "source"
  }
}
