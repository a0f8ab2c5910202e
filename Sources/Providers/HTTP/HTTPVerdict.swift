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
          .notModified, validators: headers.validators(sent: request.validators), freshFor: headers.freshFor))
    case 200:
      return .success(
        SourceResponse(.body(report.body), validators: headers.validators(), freshFor: headers.freshFor))
    default: return .success(.body(report.body))
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

  private func transportProblem(of report: TransferReport) -> Problem? {
    report.transportProblem(at: request.url, isRedirected: request.url != source)
  }

  private func statusProblem(of report: TransferReport) -> Problem? {
    let server = request.url.hostAndPort
    guard var problem = Problem(httpStatus: report.progress.status, server: server) else { return nil }
    problem.retryAfter = report.headers.retryAfter?.duration(from: now)
    return problem
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
