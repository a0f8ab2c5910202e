import Reactor
import StatusCore

/// A GET, and those to which redirects lead, each a transfer of its own.
///
/// Redirects are followed here and not by libcurl, which takes all headers but Authorization and Cookie along to
/// any server. Nothing that is configured leaves the origin for which it was configured.
@LoopActor
final class HTTPExchange {
  private let options: HTTPOptions
  private let multi: CurlMulti
  private let content: @LoopActor (HTTPURL) -> HTTPRequest.Content
  private weak var receiver: (any BodyReceiver)?
  private var redirects: Redirects
  /// The transfer under way, or the last one.
  private(set) var transfer: CurlTransfer
  private var ended: (@LoopActor (TransferReport) -> Void)?

  /// Readies the first transfer; ``start(passingBodyTo:_:)`` makes it.
  ///
  /// - Parameter content: What to ask of a URL on the way.
  init(
    _ source: HTTPURL, options: HTTPOptions, multi: CurlMulti,
    asking content: @escaping @LoopActor (HTTPURL) -> HTTPRequest.Content
  ) throws(Problem) {
    (self.options, self.multi, self.content) = (options, multi, content)
    redirects = Redirects(from: source, most: options.limits.maxRedirects)
    let request = HTTPRequest(url: source, headers: options.headers, content: content(source))
    transfer = try CurlTransfer(request, options: options, multi: multi)
  }

  /// Starts it; `ended` is called once, on a later turn of the loop, unless it is cancelled first.
  ///
  /// - Parameter receiver: Takes the body of a response with status 200; nil for one that the report is to have.
  func start(
    passingBodyTo receiver: (any BodyReceiver)? = nil, _ ended: @escaping @LoopActor (TransferReport) -> Void
  ) throws(Problem) {
    (self.receiver, self.ended) = (receiver, ended)
    try startTransfer()
  }

  private func startTransfer() throws(Problem) {
    transfer.receiver = receiver
    try transfer.start { self.ended($0) }
  }

  /// The newest request: after redirects it goes to another server than the one that was asked.
  var request: HTTPRequest {
    HTTPRequest(
      url: redirects.url, headers: redirects.isAtHome ? options.headers : [], content: content(redirects.url))
  }

  /// Who is asked by it.
  var url: HTTPURL { redirects.url }

  /// How many redirects led to it.
  var redirectCount: Int { redirects.count }

  /// Ends the transfer under way; `ended` is not called any more.
  func cancel() {
    ended = nil
    transfer.cancel()
  }

  /// The same because its time is over; the report says how far it got.
  func expire() -> TransferReport {
    ended = nil
    return transfer.expire()
  }
}

extension HTTPExchange {
  private func ended(_ report: TransferReport) {
    var report = report
    switch step(after: report) {
    case .stay: break
    case .refuse(let refusal): report.refusal = refusal
    case .go:
      do throws(Problem) { return try follow() } catch { report.refusal = .noTransfer(error) }
    }
    let ended = ended.take()
    ended?(report)
  }

  private func step(after report: TransferReport) -> Redirects.Step {
    guard report.transportProblem(at: redirects.url) == nil else { return .stay }
    return redirects.responded(
      status: report.progress.status, location: report.headers.location, resolve: multi.library.url(of:from:))
  }

  private func follow() throws(Problem) {
    var options = options
    if !redirects.isAtHome { options.clientCertificate = nil }
    transfer = try CurlTransfer(request, options: options, multi: multi)
    try startTransfer()
  }
}
