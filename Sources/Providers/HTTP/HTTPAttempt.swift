import Reactor
import StatusCore

/// One attempt: a GET, and those to which redirects lead, each a transfer of its own.
///
/// Redirects are followed here and not by libcurl, which takes all headers but Authorization and Cookie along to
/// any server. Nothing that is configured leaves the origin for which it was configured.
@LoopActor
final class HTTPAttempt: SourceAttempt {
  /// Called with the result of the attempt and the URL that responded.
  typealias Completion = @LoopActor (Result<SourceResponse, Problem>, _ responding: HTTPURL) -> Void

  /// Validators, and the URL that gave them: nowhere else do they mean anything.
  struct Condition {
    let validators: Validators
    let url: HTTPURL
  }

  private let source: HTTPURL
  private let options: HTTPOptions
  private let condition: Condition?
  private let time: any TimeSource
  private let multi: CurlMulti
  private var redirects: Redirects
  private var transfer: CurlTransfer
  private var completion: Completion?

  /// Starts the first transfer.
  init(
    _ source: HTTPURL, options: HTTPOptions, condition: Condition?, time: any TimeSource, multi: CurlMulti,
    _ completion: @escaping Completion
  ) throws(Problem) {
    (self.source, self.options, self.condition) = (source, options, condition)
    (self.time, self.multi, self.completion) = (time, multi, completion)
    let redirects = Redirects(from: source, most: options.limits.maxRedirects)
    self.redirects = redirects
    transfer = try CurlTransfer(
      Self.request(after: redirects, options, condition), options: options, multi: multi)
    try start()
  }

  /// How far the request under way got.
  var progress: TransferProgress { transfer.progress }
  /// Bytes of its response's body so far, those included that are not kept.
  var bodyBytes: Int { transfer.bodyBytes }

  func cancel() {
    completion = nil
    transfer.cancel()
  }

  func expire() -> Problem {
    completion = nil
    return verdict.problem(ofLate: transfer.expire())
  }
}

extension HTTPAttempt {
  /// The next request on the way.
  private static func request(
    after redirects: Redirects, _ options: HTTPOptions, _ condition: Condition?
  ) -> HTTPRequest {
    HTTPRequest(
      url: redirects.url, headers: redirects.isAtHome ? options.headers : [],
      validators: condition?.url == redirects.url ? condition?.validators : nil)
  }

  private func start() throws(Problem) {
    try transfer.start { self.ended($0) }
  }

  private func ended(_ report: TransferReport) {
    var report = report
    switch step(after: report) {
    case .stay: break
    case .refuse(let refusal): report.refusal = refusal
    case .go: return follow()
    }
    complete(verdict.reply(to: report))
  }

  private func step(after report: TransferReport) -> Redirects.Step {
    guard report.transportProblem(at: redirects.url) == nil else { return .stay }
    return redirects.responded(
      status: report.progress.status, location: report.headers.location, resolve: multi.library.url(of:from:))
  }

  private func follow() {
    do throws(Problem) {
      transfer = try CurlTransfer(
        Self.request(after: redirects, options, condition), options: options, multi: multi)
      try start()
    } catch {
      complete(.failure(error.at(source)))
    }
  }

  private func complete(_ result: Result<SourceResponse, Problem>) {
    let completion = completion.take()
    completion?(result, redirects.url)
  }

  private var verdict: HTTPVerdict {
    let request = Self.request(after: redirects, options, condition)
    return HTTPVerdict(
      source: source, request: request,
      now: Timestamp(millisecondsSince1970: time.millisecondsSince1970))
  }
}
