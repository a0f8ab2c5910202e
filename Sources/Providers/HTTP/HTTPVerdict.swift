import StatusCore

/// What a finished transfer amounts to.
///
/// The order is PROTOCOL.md's, section 6: a transport error wins even when some bytes arrived, then a bad
/// status wins over its body, then a body must be there. Whether it is JSON is for the decoder to say.
struct HTTPVerdict {
  let url: HTTPURL
  /// The time of day, for a date in the answer.
  let now: Timestamp

  func reply(to report: TransferReport) -> Result<SourceReply, Problem> {
    guard var problem = problem(of: report) else { return .success(.body(report.body)) }
    problem.detail.url = url.redacted
    return .failure(problem)
  }

  private func problem(of report: TransferReport) -> Problem? {
    // After redirects it is another server than the one that was asked.
    let last = (try? HTTPURL(report.lastURL)) ?? url
    return report.transportProblem(at: last) ?? statusProblem(of: report, server: last.hostAndPort)
      ?? (report.body.isEmpty ? Problem(.missingData) : nil)
  }

  private func statusProblem(of report: TransferReport, server: String) -> Problem? {
    guard var problem = Problem(httpStatus: report.progress.status, server: server) else { return nil }
    problem.retryAfter = report.retryAfter?.duration(from: now)
    return problem
  }
}
