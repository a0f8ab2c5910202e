import StatusCore

/// What a finished transfer amounts to.
///
/// The order is that of docs/protocol.md: a transport error wins even when some bytes arrived, then a bad
/// status wins over its body, then a body must be there. Whether it is JSON is for the decoder to say.
struct HTTPVerdict {
  /// What failures name.
  let source: HTTPURL
  /// The last request: after redirects it goes to another server than the one that was asked.
  let request: HTTPRequest
  /// The time of day, for a date in the response.
  let now: Timestamp

  func reply(to report: TransferReport) -> Result<SourceResponse, Problem> {
    if let problem = problem(of: report) { return .failure(problem.at(source)) }
    let headers = report.headers
    switch report.progress.status {
    case 304:
      return .success(
        SourceResponse(
          .notModified, validators: headers.validators(sent: request.validators), freshFor: headers.freshFor,
          status: 304))
    case 200:
      return .success(
        SourceResponse(
          .body(report.body), validators: headers.validators(), freshFor: headers.freshFor, status: 200))
    default: return .success(SourceResponse(.body(report.body), status: report.progress.status))
    }
  }

  /// What to say of a transfer that was ended because its time was over.
  func problem(ofLate report: TransferReport) -> Problem {
    (transportProblem(of: report) ?? Problem(.timeout)).at(source)
  }

  private func problem(of report: TransferReport) -> Problem? {
    if let problem = transportProblem(of: report) { return problem }
    // Nothing new, where that was asked.
    if report.progress.status == 304, request.isConditional { return nil }
    return statusProblem(of: report) ?? (report.body.isEmpty ? Problem(.missingData) : nil)
  }

  /// Why there is no event stream, or no more of one; nil where the server wants no further connection (status 204).
  func problem(ofEvents report: TransferReport) -> Problem? {
    if let problem = transportProblem(of: report) ?? statusProblem(of: report) { return problem.at(source) }
    let server = request.url.hostAndPort
    switch report.progress.status {
    case 204: return nil
    case 200:
      var problem = Problem(.connectionLost, explanation: "\(server) ended its event stream.")
      // A stream has no end of its own.
      problem.detail.reason = "truncated"
      return problem.at(source)
    case let status:
      var problem = Problem(
        .unexpectedStatus, explanation: "\(server) responded with status \(status) and no event stream.")
      problem.detail.status = status
      return problem.at(source)
    }
  }

  /// What an event `problem` says, in the form of RFC 9457: its kind is that of its status.
  func problem(reported data: [UInt8]) -> Problem {
    let server = request.url.hostAndPort
    let details = data.count <= HTTPLimits.problemDetailsBytes ? ProblemDetails(data, hiding: secrets) : nil
    let judged = details?.status.flatMap { Problem(httpStatus: $0, server: server) }
    var problem = judged ?? Problem(.serverError, explanation: "\(server) reports a problem.")
    problem.detail.problem = details
    problem.explanation = details?.reason ?? problem.explanation
    return problem.at(source)
  }

  private func transportProblem(of report: TransferReport) -> Problem? {
    report.transportProblem(at: request.url, isRedirected: request.url != source)
  }

  private func statusProblem(of report: TransferReport) -> Problem? {
    let server = request.url.hostAndPort
    guard var problem = Problem(httpStatus: report.progress.status, server: server) else { return nil }
    problem.retryAfter = report.headers.retryAfter?.duration(from: now)
    guard report.headers.announceProblemDetails else { return problem }
    problem.detail.problem = ProblemDetails(report.body, hiding: secrets)
    problem.explanation = problem.detail.problem?.reason ?? problem.explanation
    return problem
  }

  /// A server may repeat what it was sent.
  private var secrets: Secrets {
    Secrets(urls: [source, request.url], headers: request.headers)
  }
}

extension Problem {
  /// The same, with the address that was asked.
  func at(_ source: HTTPURL) -> Problem {
    var problem = self
    problem.detail.url = source.redacted
    return problem
  }
}
