import StatusCore

extension Scenario {
  /// What a real source says of a finer case of a kind; nil where the catalogue's sentence is all there is.
  static func explanation(of kind: FailureKind, _ detail: FailureDetail) -> Explanation? {
    if let found = detail.reason.flatMap({ explanation(of: kind, $0, detail) }) { return found }
    if let limit = detail.limit, let found = explanation(of: kind, limit: limit) { return found }
    if kind == .unexpectedShape, let path = detail.path {
      return .shape(.notExpected(detail.expected), at: path)
    }
    return nil
  }

  private static func explanation(
    of kind: FailureKind, _ reason: String, _ detail: FailureDetail
  ) -> Explanation? {
    if kind == .certificateInvalid {
      return .connection(.certificate(.init(rawValue: reason) ?? .untrusted, server: nil))
    }
    if kind == .timeout { return .connection(.timeout(.init(rawValue: reason) ?? .body, server: nil)) }
    if kind == .connectionLost {
      return .connection(.lost(.init(rawValue: reason) ?? .truncated, server: nil))
    }
    if kind == .malformedData { return explanation(ofData: reason) }
    if kind == .unexpectedShape { return explanation(ofShape: reason, detail.limit) }
    if kind == .commandFailed { return explanation(ofCommand: reason, detail) }
    if kind == .tooManyRedirects { return .response(.redirectAway(server: nil, scheme: nil)) }
    if kind == .fileUnreadable { return Problem.notRegular.explanation }
    if kind == .sourceMisconfigured, reason == "caFile" { return .connection(.authorities) }
    return nil
  }

  private static func explanation(of kind: FailureKind, limit: Int) -> Explanation? {
    if kind == .bodyTooLarge { return .response(.bodyTooLarge(server: nil, limit: limit)) }
    if kind == .tooManyRedirects { return .response(.tooManyRedirects(limit: limit)) }
    return nil
  }

  private static func explanation(ofData reason: String) -> Explanation {
    switch reason {
    case "html": .data(.webPage)
    case "utf8": .data(.notUTF8)
    case "compression": .response(.badCompression(server: nil))
    case "contentType": .response(.noEventStream(server: nil, .other))
    default: .data(.notJSON)
    }
  }

  private static func explanation(ofShape reason: String, _ limit: Int?) -> Explanation {
    reason == "tooDeep" ? .data(.tooDeep(limit: limit)) : .data(.tooManyValues(limit: limit, key: nil))
  }

  private static func explanation(ofCommand reason: String, _ detail: FailureDetail) -> Explanation? {
    let ending: Explanation.Program
    switch reason {
    case "exitStatus": ending = .exited(status: detail.exitStatus ?? 1, words: detail.stderr)
    case "signal": ending = .signalled(detail.signal ?? 15, words: detail.stderr)
    case "notFound": ending = .notFound(isPath: true)
    case "notExecutable": ending = .notExecutable(cause: nil)
    case "timeout": ending = .stillRunning
    default: return nil
    }
    return .program(ending, of: nil)
  }
}
