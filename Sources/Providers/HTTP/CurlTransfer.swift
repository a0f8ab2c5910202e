import CCurl
import Reactor
import StatusCore

/// One GET under way, from its settings to its report.
///
/// It holds what has come of the body, unless somebody else takes that, and knows how far the request got.
@LoopActor
final class CurlTransfer {
  let easy: CurlEasy
  let limits: HTTPLimits
  private let statuses: StatusTable
  let multi: CurlMulti
  private(set) var progress = TransferProgress()
  private var headerLines = HeaderLines()
  /// Takes the body of a response with status 200; nil for one that the report is to have.
  weak var receiver: (any BodyReceiver)?
  private var body: BodyBuffer
  /// Bytes of bodies, those included that are not kept.
  private(set) var bodyBytes = 0
  var refusal: TransferReport.Refusal?
  private var ended: (@LoopActor (TransferReport) -> Void)?
  /// What is asked for, with its host as it is looked up.
  let url: HTTPURL
  var naming = Naming()

  /// Readies a GET; ``start(_:)`` makes it.
  init(_ request: HTTPRequest, options: HTTPOptions, multi: CurlMulti) throws(Problem) {
    self.multi = multi
    limits = options.limits
    statuses = options.statuses
    body = BodyBuffer(limit: options.limits.bodyBytes)
    url = try multi.library.withPlainHost(request.url)
    easy = try CurlEasy(multi.library)
    try setRequest(request, options)
    try setSafety()
    try setAuthorities(request, options)
    try setClientCertificate(request, options)
    try setCallbacks()
  }

  /// Starts the transfer; `ended` is called once, on a later turn of the loop, unless it is cancelled first.
  func start(_ ended: @escaping @LoopActor (TransferReport) -> Void) throws(Problem) {
    try multi.start(self)
    self.ended = ended
  }

  /// Stops the transfer and frees what it holds; `ended` is not called.
  func cancel() {
    ended = nil
    naming.stop()
    multi.cancel(self)
  }

  /// Has no more read of a transfer under way, or goes on; from within a callback it only ends the reading.
  ///
  /// What comes meanwhile waits in the connection, and then at the server.
  func pause(_ isPaused: Bool) {
    easy.pause(isPaused)
  }

  /// Stops the transfer because its time is over; the report is the one of a libcurl that ran out of time.
  func expire() -> TransferReport {
    let report = report(CURLE_OPERATION_TIMEDOUT)
    cancel()
    body.clear()
    return report
  }

  /// Called by the multi handle's owner, once and with the handle already out of it.
  func end(with code: CURLcode) {
    if naming.isWanted, code != CURLE_OK { return lookUpName(wantedBy: code) }
    guard let ended else { return }
    self.ended = nil
    let report = report(code)
    // The caller may keep this object; the bytes are the report's now.
    body.clear()
    ended(report)
  }

  private func report(_ code: CURLcode) -> TransferReport {
    TransferReport(
      code: code,
      text: code == CURLE_OK ? "" : multi.library.text(for: code),
      errorText: easy.errorText,
      errno: CInt(truncatingIfNeeded: easy.number(CURLINFO_OS_ERRNO)),
      verifyResult: easy.number(CURLINFO_SSL_VERIFYRESULT),
      certificateEnd: limits.readsCertificates
        ? easy.certificateField("Expire date").flatMap(multi.library.seconds(ofDate:)) : nil,
      proxyStatus: easy.number(CURLINFO_HTTP_CONNECTCODE),
      progress: progress,
      isValue: isValue,
      refusal: refusal,
      headers: headers,
      isOffline: Self.codesOfAnOutage.contains(code) && NetworkRoute.isMissing,
      body: body.bytes)
  }

  private var headers: ResponseHeaders { ResponseHeaders(headerLines, dates: multi.library) }

  private static let codesOfAnOutage = [
    CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
  ]
}

extension CurlTransfer {
  func requestIsSent() {
    progress.requestIsSent()
    headerLines = HeaderLines()
  }

  /// Takes a line of headers; false to end the transfer.
  func take(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
    // SAFETY: the span is not used beyond this call, during which the caller's bytes are valid.
    let line = unsafe bytes.bindMemory(to: UInt8.self).span
    let hadHeaders = progress.hasHeaders
    // Changed beside its place, where each look would be checked for exclusive access.
    var progress = progress
    progress.headerLineCame(line)
    self.progress = progress
    // What comes behind the body is no header of the response (RFC 9110 section 6.5).
    if !hadHeaders { headerLines.take(line, hasEnded: progress.hasHeaders) }
    let limit = min(limits.headerBytes, HTTPLimits.mostHeaderBytes)
    let refusal: TransferReport.Refusal? =
      if progress.headerBytes > limit {
        .headers(limit: limit)
      } else if progress.status == 101 {
        .protocolChange
      } else if progress.phase == .body, !hadHeaders, isPassedOn {
        receiver?.begin(headers)
      } else {
        nil
      }
    if refusal != nil { self.refusal = refusal }
    return refusal == nil
  }

  /// Whether somebody else takes the body.
  private var isPassedOn: Bool { receiver != nil && progress.status == 200 }

  /// Whether the body is to be a value, and no more than what explains a failure.
  private var isValue: Bool {
    statuses.isEmpty ? progress.isSuccess : statuses.isValue(progress.status)
  }

  /// Takes a piece of a body, decompressed; false to end the transfer.
  ///
  /// The body of an error response is read, so that the connection can be used again, and kept as long as it can
  /// be problem details.
  func take(body piece: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += piece.count
    if isPassedOn {
      unsafe receiver?.take([UInt8](piece)[...])
      return true
    }
    guard bodyBytes <= limits.bodyBytes else {
      refusal = .body(limit: limits.bodyBytes)
      body.clear()
      return false
    }
    if isValue || bodyBytes <= HTTPLimits.problemDetailsBytes {
      unsafe body.append(piece)
    } else {
      body.clear()
    }
    return true
  }
}

/// What takes the body of a response with status 200 as it comes, in place of the transfer, which keeps none of it.
///
/// Both functions are called from within libcurl's callbacks: they must not start or end a transfer.
///
/// Pausing it is allowed there (curl_easy_pause(3)).
@LoopActor
protocol BodyReceiver: AnyObject {
  /// The headers are complete.
  ///
  /// - Returns: Why the body is not wanted; the transfer then ends with that. Nil if it is.
  func begin(_ headers: ResponseHeaders) -> TransferReport.Refusal?

  /// A piece of the body, which is not empty.
  func take(_ piece: ArraySlice<UInt8>)
}
