extension RecoveryPolicy {
  /// The key of the configuration whose change can help, as in the file; nil if no change can help.
  ///
  /// A problem may name the key itself. Otherwise the kind decides.
  static func settingsKey(for problem: Problem, resource: ResourceID?) -> String? {
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
      return "resources.\(resource.name).\(member)"
    // No setting helps with these.
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
    // Permissions and failing programs are not fixed in the configuration. Another path helps only if this
    // one cannot be a source.
    if problem.kind == .fileUnreadable { return reason == "notRegular" ? "source" : nil }
    if problem.kind == .commandFailed {
      return reason == "notFound" || reason == "notExecutable" ? "source" : nil
    }
    guard problem.kind == .sourceMisconfigured else { return "source" }
    if reason == "library" { return nil }
    // These reasons are keys.
    return ["caFile", "certificate", "key", "headers"].contains(reason) ? reason : "source"
  }

  private static func keyForCertificate(_ reason: String?) -> String? {
    // Either the server has to renew its certificate, or the clock of this computer is wrong.
    if reason == "expired" || reason == "notYetValid" { return nil }
    return reason == "selfSigned" || reason == "untrusted" ? "caFile" : "source"
  }
}
