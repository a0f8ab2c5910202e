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
  /// What statuses mean for the resource.
  var statuses = StatusTable()
  /// Whether a response without a body is content too.
  var takesNothing = false

  func reply(to report: TransferReport) -> Result<SourceResponse, Problem> {
    if let problem = transportProblem(of: report) { return .failure(problem.at(source)) }
    guard let meaning = meaning(of: report.progress.status) else { return usualReply(to: report) }
    switch meaning {
    case .ok: return reply(withBodyOf: report)
    case .empty:
      return .success(
        SourceResponse(.nothing, freshFor: report.headers.freshFor, status: report.progress.status))
    case .unchanged: return confirmation(by: report)
    case .failure(let kind): return .failure(problem(kind, of: report).at(source))
    }
  }

  /// A number says what 304 means whoever asked for it; a class does not where statusd itself has asked.
  private func meaning(of status: Int) -> StatusTable.Meaning? {
    guard !statuses.isEmpty else { return nil }
    return status == 304 && request.isConditional ? statuses.exactly(status) : statuses[status]
  }

  private func usualReply(to report: TransferReport) -> Result<SourceResponse, Problem> {
    // Nothing new, where that was asked.
    if report.progress.status == 304, request.isConditional { return confirmation(by: report) }
    if let problem = statusProblem(of: report) { return .failure(problem.at(source)) }
    return reply(withBodyOf: report)
  }

  private func confirmation(by report: TransferReport) -> Result<SourceResponse, Problem> {
    let headers = report.headers
    return .success(
      SourceResponse(
        .notModified, validators: headers.validators(sent: request.validators), freshFor: headers.freshFor,
        status: report.progress.status))
  }

  private func reply(withBodyOf report: TransferReport) -> Result<SourceResponse, Problem> {
    guard takesNothing || !report.body.isEmpty else { return .failure(Problem(.missingData).at(source)) }
    let headers = report.headers
    guard report.progress.status == 200 else {
      return .success(SourceResponse(.body(report.body), status: report.progress.status))
    }
    return .success(
      SourceResponse(
        .body(report.body), validators: headers.validators(), freshFor: headers.freshFor, status: 200))
  }

  /// What to say of a transfer that was ended because its time was over.
  func problem(ofLate report: TransferReport) -> Problem {
    (transportProblem(of: report) ?? Problem(.timeout)).at(source)
  }

  /// Why there is no event stream, or no more of one; nil where the server wants no further connection (status 204).
  func problem(ofEvents report: TransferReport) -> Problem? {
    if let problem = transportProblem(of: report) { return problem.at(source) }
    // A stream has no body to take and no value to confirm, so it can only fail in another way.
    if case .failure(let kind)? = statuses[report.progress.status] {
      return problem(kind, of: report).at(source)
    }
    if let problem = statusProblem(of: report) { return problem.at(source) }
    let server = request.url.hostAndPort
    switch report.progress.status {
    case 204: return nil
    case 200:
      var problem = Problem(.connectionLost, explanation: .response(.eventsEnded(server: server)))
      // A stream has no end of its own.
      problem.detail.reason = "truncated"
      return problem.at(source)
    case let status:
      var problem = Problem(
        .unexpectedStatus, explanation: .response(.noEventStreamBehindStatus(status, server: server)))
      problem.detail.status = status
      return problem.at(source)
    }
  }

  /// What an event `problem` says, in the form of RFC 9457: its kind is that of its status.
  func problem(reported data: [UInt8]) -> Problem {
    let server = request.url.hostAndPort
    let details = data.count <= HTTPLimits.problemDetailsBytes ? ProblemDetails(data, hiding: secrets) : nil
    let judged = details?.status.flatMap { Problem(httpStatus: $0, server: server) }
    var problem = judged ?? Problem(.serverError, explanation: .response(.problemReported(server: server)))
    problem.detail.problem = details
    problem.explanation = details?.explanation ?? problem.explanation
    return problem.at(source)
  }

  private func transportProblem(of report: TransferReport) -> Problem? {
    report.transportProblem(at: request.url, isRedirected: request.url != source)
  }

  private func statusProblem(of report: TransferReport) -> Problem? {
    guard !report.progress.isSuccess else { return nil }
    let server = request.url.hostAndPort
    guard let problem = Problem(httpStatus: report.progress.status, server: server) else { return nil }
    return inServersWords(problem, report)
  }

  /// A failure of the kind that the configuration makes of a status.
  private func problem(_ kind: FailureKind, of report: TransferReport) -> Problem {
    let status = report.progress.status
    let usual = Problem(httpStatus: status, server: request.url.hostAndPort)
    if let usual, usual.kind == kind { return inServersWords(usual, report) }
    var problem = Problem(
      kind,
      explanation: .response(.configuredStatus(status, kind, server: request.url.hostAndPort)))
    problem.detail.status = status
    return inServersWords(problem, report)
  }

  private func inServersWords(_ problem: Problem, _ report: TransferReport) -> Problem {
    var problem = problem
    problem.retryAfter = report.headers.retryAfter?.duration(from: now)
    guard report.headers.announceProblemDetails else { return problem }
    problem.detail.problem = ProblemDetails(report.body, hiding: secrets)
    problem.explanation = problem.detail.problem?.explanation ?? problem.explanation
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
