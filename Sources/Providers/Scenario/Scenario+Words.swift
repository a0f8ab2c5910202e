import StatusCore

extension Scenario {
  /// What a real source says of a finer case of a kind; nil where the catalogue's sentence is all there is.
  static func reason(of kind: FailureKind, _ detail: FailureDetail) -> String? {
    if let words = detail.reason.flatMap({ words(of: kind, $0, detail) }) { return words }
    if let limit = detail.limit, let words = words(of: kind, limit: limit) { return words }
    if kind == .unexpectedShape, let path = detail.path {
      return Problem(.notExpected(at: path, detail.expected)).explanation
    }
    return nil
  }

  /// Whoever would be asked if no scenario played.
  private static let server = "The server"

  private static func words(of kind: FailureKind, _ reason: String, _ detail: FailureDetail) -> String? {
    let host = "the server"
    if kind == .certificateInvalid { return .explanation(ofCertificate: reason, server: host) }
    if kind == .timeout {
      return .explanation(ofTimeout: reason, server: reason == "connect" ? host : server)
    }
    if kind == .connectionLost { return .explanation(ofLoss: reason, server: server) }
    if kind == .malformedData { return words(ofData: reason) }
    if kind == .unexpectedShape { return words(ofShape: reason, detail.limit) }
    if kind == .commandFailed { return words(ofCommand: reason, detail) }
    if kind == .tooManyRedirects { return "\(server) redirects away from HTTP." }
    if kind == .fileUnreadable { return Problem.notRegular.explanation }
    if kind == .sourceMisconfigured, reason == "caFile" { return .explanationOfAuthorities }
    return nil
  }

  private static func words(of kind: FailureKind, limit: Int) -> String? {
    if kind == .bodyTooLarge { return .explanation(ofLargeBody: limit, server: server) }
    if kind == .tooManyRedirects { return .explanation(ofRedirects: limit) }
    return nil
  }

  private static func words(ofData reason: String) -> String? {
    switch reason {
    case "html": Problem.webPage.explanation
    case "utf8": Problem.notUTF8.explanation
    case "compression": .explanation(ofCompression: "the server")
    case "contentType": "\(server) sends no event stream (text/event-stream)."
    default: "The data is not JSON."
    }
  }

  private static func words(ofShape reason: String, _ limit: Int?) -> String {
    let isDeep = reason == "tooDeep"
    guard let limit else { return isDeep ? "The data nests too deeply." : "The data has too many values." }
    return isDeep ? .explanation(ofDepth: limit) : .explanation(ofValues: limit)
  }

  private static func words(ofCommand reason: String, _ detail: FailureDetail) -> String? {
    let words = detail.stderr.map { ": \($0)" } ?? ""
    let stop = words.last.map { ".!?".contains($0) } ?? false ? "" : "."
    switch reason {
    case "exitStatus": return "The program ended with status \(detail.exitStatus ?? 1)\(words)\(stop)"
    case "signal": return "The program was ended by signal \(detail.signal ?? 15)\(words)\(stop)"
    case "notFound": return "There is no such program."
    case "notExecutable": return "The program cannot be executed."
    case "timeout": return "The program was still running."
    default: return nil
    }
  }
}
