import CCurl
import Reactor
import StatusCore

/// One GET under way, from its settings to its report.
///
/// It holds what has come of the body, and knows how far the attempt got, which libcurl's times do not tell
/// once a redirect was followed.
@LoopActor
final class CurlTransfer {
  let easy: CurlEasy
  private let limits: HTTPLimits
  private let multi: CurlMulti
  private var progress = TransferProgress()
  private var body: [UInt8] = []
  /// Bytes of bodies, those included that are not kept.
  private var bodyBytes = 0
  private var refusal: TransferReport.Refusal?
  private var ended: (@LoopActor (TransferReport) -> Void)?

  /// Readies a GET of `url`; ``start(_:)`` makes it.
  init(_ url: HTTPURL, options: HTTPOptions, multi: CurlMulti) throws(Problem) {
    self.multi = multi
    limits = options.limits
    easy = try CurlEasy(multi.library)
    try setRequest(url, options)
    try setSafety(options)
    try setCallbacks()
  }

  /// Starts the transfer; `ended` is called once, on a later turn of the loop, unless it is cancelled first.
  func start(_ ended: @escaping @LoopActor (TransferReport) -> Void) throws(Problem) {
    try multi.start(self)
    self.ended = ended
  }

  /// Stops the transfer and frees what it holds; its end is not told.
  func cancel() {
    ended = nil
    multi.cancel(self)
  }

  /// Called by the multi handle's owner, once and with the handle already out of it.
  func end(with code: CURLcode) {
    let tell = ended
    ended = nil
    tell?(report(code))
  }

  private func report(_ code: CURLcode) -> TransferReport {
    TransferReport(
      code: code,
      text: code == CURLE_OK ? "" : multi.library.text(for: code),
      errorText: easy.errorText,
      errno: CInt(truncatingIfNeeded: easy.number(CURLINFO_OS_ERRNO)),
      verifyResult: easy.number(CURLINFO_SSL_VERIFYRESULT),
      proxyStatus: easy.number(CURLINFO_HTTP_CONNECTCODE),
      redirects: easy.number(CURLINFO_REDIRECT_COUNT),
      lastURL: easy.text(CURLINFO_EFFECTIVE_URL) ?? "",
      progress: progress,
      refusal: refusal,
      retryAfter: easy.header("Retry-After").flatMap { RetryAfter($0, dates: multi.library) },
      isOffline: Self.codesOfAnOutage.contains(code) && NetworkRoute.isMissing,
      body: body)
  }

  private static let codesOfAnOutage = [
    CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
  ]
}

extension CurlTransfer {
  private func setRequest(_ url: HTTPURL, _ options: HTTPOptions) throws(Problem) {
    try easy.set(CURLOPT_URL, to: url.text)
    try easy.set(CURLOPT_USERAGENT, to: options.userAgent)
    try easy.add(header: "Accept: application/json")
    // Every compression that libcurl was built with.
    try easy.set(CURLOPT_ACCEPT_ENCODING, to: "")
    try easy.set(CURLOPT_FOLLOWLOCATION, to: 1)
    try easy.set(CURLOPT_MAXREDIRS, to: limits.maxRedirects)
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, to: limits.connectTimeout.wholeMilliseconds)
    try easy.set(CURLOPT_TIMEOUT_MS, to: limits.attemptTimeout.wholeMilliseconds)
  }

  private func setSafety(_ options: HTTPOptions) throws(Problem) {
    // Neither SIGALRM nor SIGPIPE is touched: both belong to the process.
    try easy.set(CURLOPT_NOSIGNAL, to: 1)
    // A transfer that ends while its name is looked up does not wait for the resolver's thread: without this
    // a silent name server holds up the whole loop.
    try easy.set(CURLOPT_QUICK_EXIT, to: 1)
    try easy.set(CURLOPT_PROTOCOLS_STR, to: "http,https")
    try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, to: "http,https")
    // libcurl's defaults, said aloud: certificates and names are checked, and credentials stay with the
    // origin for which they were given.
    try easy.set(CURLOPT_SSL_VERIFYPEER, to: 1)
    try easy.set(CURLOPT_SSL_VERIFYHOST, to: 2)
    try easy.set(CURLOPT_UNRESTRICTED_AUTH, to: 0)
    if let caFile = options.caFile { try easy.set(CURLOPT_CAINFO, to: caFile) }
  }

  private func setCallbacks() throws(Problem) {
    // SAFETY: these callbacks come only while the handle is in the multi handle, and as long as it is there
    // CurlMulti keeps this object: the pointer needs no reference of its own.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe try easy.set(CURLOPT_WRITEFUNCTION, to: curlHasBody)
    unsafe try easy.set(CURLOPT_WRITEDATA, to: this)
    unsafe try easy.set(CURLOPT_HEADERFUNCTION, to: curlHasHeader)
    unsafe try easy.set(CURLOPT_HEADERDATA, to: this)
    unsafe try easy.setPrerequest(to: curlSendsRequest)
    unsafe try easy.set(CURLOPT_PREREQDATA, to: this)
    // A proxy's answer to CONNECT is not the server's.
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
  }
}

extension CurlTransfer {
  fileprivate func requestIsSent() {
    progress.requestIsSent()
  }

  /// Takes a line of headers; false to end the transfer.
  fileprivate func take(headerLine line: [UInt8]) -> Bool {
    progress.headerLineCame(line)
    if progress.headerBytes > limits.headerBytes {
      refusal = .headers(limit: limits.headerBytes)
    } else if progress.status == 101 {
      refusal = .protocolChange
    }
    return refusal == nil
  }

  /// Takes a piece of a body, decompressed; false to end the transfer.
  ///
  /// Of an answer that is no success the body is not kept: it is read so that the connection can be used again.
  fileprivate func take(body piece: UnsafeRawBufferPointer) -> Bool {
    bodyBytes += piece.count
    guard bodyBytes <= limits.bodyBytes else {
      refusal = .body(limit: limits.bodyBytes)
      body = []
      return false
    }
    if progress.isSuccess { unsafe body.append(contentsOf: piece) }
    return true
  }
}

extension Duration {
  /// At least 1, since 0 means no limit to libcurl.
  fileprivate var wholeMilliseconds: Int {
    max(1, Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000))
  }
}

// MARK: Callbacks of libcurl, on the loop's thread from within calls of CurlMulti

/// `CURLOPT_PREREQFUNCTION`: a connection stands and the request is about to be sent.
private let curlSendsRequest: curl_prereq_callback = { user, _, _, _, _ in
  guard let transfer = unsafe transfer(of: user) else { return CURL_PREREQFUNC_ABORT }
  LoopActor.assumeIsolated { transfer.requestIsSent() }
  return CURL_PREREQFUNC_OK
}

/// `CURLOPT_HEADERFUNCTION`: one line of headers, its line end included.
private let curlHasHeader: curl_write_callback = { bytes, size, count, user in
  guard let transfer = unsafe transfer(of: user) else { return 0 }
  // SAFETY: libcurl passes `size * count` bytes that are valid during the call; they are copied.
  let line = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count))
  return LoopActor.assumeIsolated { transfer.take(headerLine: line) } ? size * count : 0
}

/// `CURLOPT_WRITEFUNCTION`: a piece of a body.
private let curlHasBody: curl_write_callback = { bytes, size, count, user in
  guard let transfer = unsafe transfer(of: user) else { return 0 }
  // SAFETY: libcurl passes `size * count` bytes that are valid during the call, which `take` does not
  // outlive; it runs at once and on this thread.
  nonisolated(unsafe) let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  let isTaken = LoopActor.assumeIsolated { unsafe transfer.take(body: piece) }
  // Less than was passed makes libcurl end the transfer.
  return isTaken || size * count == 0 ? size * count : 0
}

/// The transfer that a callback belongs to.
private func transfer(of user: UnsafeMutableRawPointer?) -> CurlTransfer? {
  // SAFETY: every callback above is given the transfer whose handle it was set on; see `setCallbacks`.
  guard let user = unsafe user else { return nil }
  return unsafe Unmanaged<CurlTransfer>.fromOpaque(user).takeUnretainedValue()
}
