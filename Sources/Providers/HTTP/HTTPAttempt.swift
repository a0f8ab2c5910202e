import Reactor
import StatusCore

/// One attempt to fetch a document: an exchange, and what it amounts to.
@LoopActor
final class HTTPAttempt: SourceAttempt {
  /// Called with the result of the attempt, the URL that responded, and what else is known.
  typealias Completion =
    @LoopActor (
      Result<SourceResponse, Problem>, _ responding: HTTPURL, AttemptRecord
    ) -> Void

  /// Validators, and the URL that gave them: nowhere else do they mean anything.
  struct Condition {
    let validators: Validators
    let url: HTTPURL
  }

  private let source: HTTPURL
  private let statuses: StatusTable
  private let takesNothing: Bool
  private let time: any TimeSource
  private let exchange: HTTPExchange

  /// Starts the first transfer.
  init(
    _ source: HTTPURL, options: HTTPOptions, condition: Condition?, takesNothing: Bool = false,
    time: any TimeSource, multi: CurlMulti, _ completion: @escaping Completion
  ) throws(Problem) {
    (self.source, self.time) = (source, time)
    (statuses, self.takesNothing) = (options.statuses, takesNothing)
    exchange = try HTTPExchange(source, options: options, multi: multi) { url in
      .document(condition?.url == url ? condition?.validators : nil)
    }
    try exchange.start { report in
      completion(self.verdict.reply(to: report), self.exchange.url, self.record(of: report))
    }
  }

  /// How far the request under way got.
  var progress: TransferProgress { exchange.transfer.progress }
  /// Bytes of its response's body so far, those included that are not kept.
  var bodyBytes: Int { exchange.transfer.bodyBytes }

  func cancel() {
    exchange.cancel()
  }

  func expire() -> Problem {
    verdict.problem(ofLate: exchange.expire())
  }

  private func record(of report: TransferReport) -> AttemptRecord {
    var record = AttemptRecord()
    record.status = report.progress.status == 0 ? nil : report.progress.status
    record.bytes = exchange.transfer.bodyBytes
    record.redirects = exchange.redirectCount
    record.certificateDays = report.certificateEnd.map { days(until: $0) }
    return record
  }

  /// Whole days, rounded down; a certificate that has ended has a negative number.
  private func days(until secondsSince1970: Int64) -> Int {
    let seconds = secondsSince1970 - time.millisecondsSince1970 / 1_000
    return Int((Double(seconds) / 86_400).rounded(.down))
  }

  private var verdict: HTTPVerdict {
    HTTPVerdict(
      source: source, request: exchange.request,
      now: Timestamp(millisecondsSince1970: time.millisecondsSince1970), statuses: statuses,
      takesNothing: takesNothing)
  }
}
