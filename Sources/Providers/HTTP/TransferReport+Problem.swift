import CCurl
import Glibc
import StatusCore
import Text

// Everything by which the end of a transfer is translated: libcurl's codes (libcurl-errors(3)), the system's
// error numbers and OpenSSL's results. A case that a code alone decides stands in a table; one that needs more
// facts has a function below; a code that stands in neither is `transportFailed`. Statuses stand in
// Problem+HTTPStatus.swift.

extension TransferReport {
  /// Why no complete response came; nil when one did, whatever its status.
  ///
  /// - Parameters:
  ///   - url: The one that was requested.
  ///   - isRedirected: Whether a server named that URL, and not the configuration.
  func transportProblem(at url: HTTPURL, isRedirected: Bool = false) -> Problem? {
    let server = url.hostAndPort
    switch refusal {
    case .headers(let limit):
      return Problem(.badServerResponse, "The headers of \(server) exceed \(limit) bytes.", limit: limit)
    case .body(let limit):
      // The limit ends the reading of an error page as well; its status is what counts.
      guard isValue ?? progress.isSuccess else { return nil }
      return Problem(.bodyTooLarge, .explanation(ofLargeBody: limit, server: server), limit: limit)
    case .protocolChange:
      return Problem(.badServerResponse, "\(server) switches to a protocol that was not requested.")
    case .redirect(let scheme):
      return Problem(
        .tooManyRedirects, reason: "refused",
        "\(server) redirects away from HTTP, to \(scheme.excerpt.visible):.")
    case .redirectWithoutURL:
      return .redirectWithoutURL(server)
    case .redirects(let limit):
      return Problem(.tooManyRedirects, .explanation(ofRedirects: limit), limit: limit)
    case .lookups:
      return Problem(
        .hostNotFound, "Too many names are being looked up to look up \(url.shownHost) as well.")
    case .noEventStream(let type):
      return .noEventStream(server, type)
    case .compressedEvents:
      return Problem(
        .malformedData, reason: "compression",
        "\(server) compresses its event stream, which was not asked for.")
    case .noTransfer(let problem):
      return problem
    case nil where code == CURLE_URL_MALFORMAT && isRedirected:
      return .redirectWithoutURL(server)
    case nil where code != CURLE_OK && progress.phase == .connecting && proxyStatus >= 300:
      return Problem(.cannotConnect, .explanation(ofProxyStatus: proxyStatus, server: server))
    case nil:
      return problemOfCode(server, host: url.shownHost)
    }
  }

  private func problemOfCode(_ server: String, host: String) -> Problem? {
    switch code {
    case CURLE_OK:
      // libcurl takes headers that are cut short for a complete response without a body.
      progress.hasHeaders
        ? nil : lost("truncated", "\(server) closed the connection in the middle of the headers.")
    case CURLE_COULDNT_RESOLVE_HOST: unresolved(host)
    case CURLE_COULDNT_RESOLVE_PROXY: unresolved("the proxy")
    case CURLE_COULDNT_CONNECT: unconnected(server)
    case CURLE_OPERATION_TIMEDOUT: late(server)
    case CURLE_PEER_FAILED_VERIFICATION: unverified(server)
    case CURLE_RECV_ERROR: unreceived(server)
    case CURLE_GOT_NOTHING where progress.headerBytes == 0:
      lost("empty", .explanation(ofLoss: "empty", server: server))
    case CURLE_OUT_OF_MEMORY where progress.phase == .awaitingHeaders,
      .tooLarge where progress.phase == .awaitingHeaders:
      // A single line of headers over libcurl's own limit of 100 KiB.
      Problem(.badServerResponse, "\(server) sends a header that does not end.")
    case CURLE_UNSUPPORTED_PROTOCOL where progress.phase == .connecting:
      // No request was sent, so it is not HTTP 0.9: this libcurl was built without TLS.
      failed
    default: problemOfTable(server) ?? failed
    }
  }
}

// MARK: Codes that suffice alone

private typealias Sentence = @Sendable (_ server: String, _ report: TransferReport) -> String

private let codes: [(codes: [CURLcode], kind: FailureKind, reason: String?, sentence: Sentence)] = [
  (
    [CURLE_PARTIAL_FILE], .connectionLost, "truncated",
    { server, _ in .explanation(ofLoss: "truncated", server: server) }
  ),
  (
    [CURLE_SEND_ERROR, CURLE_HTTP2_STREAM], .connectionLost, "reset",
    { server, _ in .explanation(ofLoss: "reset", server: server) }
  ),
  (
    // The first is HTTP 0.9, to libcurl another protocol.
    [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP3],
    .badServerResponse, nil,
    { server, _ in "The response of \(server) is not HTTP." }
  ),
  (
    [CURLE_BAD_CONTENT_ENCODING], .malformedData, "compression",
    { server, _ in .explanation(ofCompression: server) }
  ),
  (
    [CURLE_PROXY, CURLE_QUIC_CONNECT_ERROR], .cannotConnect, nil,
    { server, report in "No connection to \(server) could be made (\(report.text))." }
  ),
  (
    [CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CLIENTCERT],
    .secureConnectionFailed, nil,
    { server, report in "TLS with \(server) failed (\(report.mostExactText))." }
  ),
  (
    [CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS],
    .certificateInvalid, "untrusted",
    { server, report in "The certificate of \(server) is not accepted (\(report.text))." }
  ),
  (
    [CURLE_URL_MALFORMAT], .sourceMisconfigured, nil,
    { server, _ in "libcurl does not understand the URL of \(server)." }
  ),
  (
    // What a certificate or a key is, libcurl and OpenSSL find out.
    [CURLE_SSL_CERTPROBLEM], .sourceMisconfigured, "certificate",
    { _, report in "The certificate of this computer, or its key, cannot be used (\(report.mostExactText))." }
  ),
  (
    [CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE], .sourceMisconfigured, "caFile",
    { _, _ in .explanationOfAuthorities }
  ),
]

extension TransferReport {
  /// nil for a code that does not stand in the table.
  private func problemOfTable(_ server: String) -> Problem? {
    guard let row = codes.first(where: { $0.codes.contains(code) }) else { return nil }
    let reportsErrno = row.kind == .connectionLost || row.kind == .secureConnectionFailed
    return Problem(row.kind, reason: row.reason, row.sentence(server, self), errno: reportsErrno ? errno : 0)
  }

  /// What libcurl reports and no kind describes.
  private var failed: Problem {
    let words = text.isEmpty ? "" : ": \(text)"
    var problem = Problem(
      .transportFailed, "The transfer failed with libcurl's error \(code.rawValue)\(words).", errno: errno)
    problem.detail.code = Int(code.rawValue)
    return problem
  }

  /// libcurl's words for this case, else those for the code; only for codes where they hold no URL.
  ///
  /// They may quote the server, a name in its certificate for example.
  fileprivate var mostExactText: String { (errorText.isEmpty ? text : errorText).excerpt.visible }
}

// MARK: Codes that need more facts

extension TransferReport {
  private func lost(_ reason: String, _ explanation: String, errno: CInt = 0) -> Problem {
    Problem(.connectionLost, reason: reason, explanation, errno: errno)
  }

  private func unresolved(_ host: String) -> Problem {
    guard !isOffline else { return Problem(.offline, nil) }
    return Problem(.hostNotFound, "No address is known for \(host).")
  }

  private func unconnected(_ server: String) -> Problem {
    // With two addresses, the number belongs to the one that failed last, which says little by itself.
    if [ENETUNREACH, ENETDOWN, EADDRNOTAVAIL].contains(errno), isOffline {
      return Problem(.offline, nil, errno: errno)
    }
    guard errno != ETIMEDOUT else { return late(server) }
    let cause = errno == 0 ? "" : " (\(unsafe String(cString: strerror(errno))))"
    return Problem(.cannotConnect, "No connection to \(server) could be made\(cause).", errno: errno)
  }

  private func late(_ server: String) -> Problem {
    let reason =
      switch progress.phase {
      case .connecting: "connect"
      case .awaitingHeaders: "firstByte"
      case .body: "body"
      }
    return Problem(.timeout, reason: reason, .explanation(ofTimeout: reason, server: server))
  }

  private func unverified(_ server: String) -> Problem {
    let reason = certificateFault
    return Problem(.certificateInvalid, reason: reason, .explanation(ofCertificate: reason, server: server))
  }

  /// By OpenSSL's `X509_V_ERR_…`.
  private var certificateFault: String {
    switch verifyResult {
    case 9: "notYetValid"
    case 10: "expired"
    case 18, 19: "selfSigned"
    // 62 to 64 when OpenSSL compares names; libcurl does it when OpenSSL has found no fault (0, or 1 for not
    // asked).
    case 0, 1, 62, 63, 64: "wrongHost"
    default: "untrusted"
    }
  }

  private func unreceived(_ server: String) -> Problem {
    // libcurl has one code for all of this; only its words distinguish the proxy, and bad chunks.
    if progress.phase == .connecting, errorText.holds("CONNECT") {
      return Problem(.cannotConnect, "The proxy on the way to \(server) closed the connection.")
    }
    if errorText.utf8.split(separator: UInt8(ascii: " ")).contains(where: { $0.starts(with: "chunk".utf8) }) {
      return Problem(.badServerResponse, "\(server) sends broken chunks.")
    }
    if errorText.holds(" alert ") {
      // With TLS 1.3 a server may refuse the client once the handshake is over (RFC 8446 section 6.2).
      return Problem(.secureConnectionFailed, "TLS with \(server) failed (\(mostExactText)).")
    }
    guard [ECONNRESET, ECONNABORTED, EPIPE, ETIMEDOUT, ENETDOWN, ENETRESET].contains(errno) else {
      // Among others, TLS that ends without close_notify.
      return lost("truncated", .explanation(ofLoss: "truncated", server: server))
    }
    return lost("reset", .explanation(ofLoss: "reset", server: server), errno: errno)
  }
}

extension CURLcode {
  /// `CURLE_TOO_LARGE`, which libcurl 8.6 added: the library of the machine may be newer than the header.
  fileprivate static let tooLarge = CURLcode(rawValue: 100)
}

extension Problem {
  fileprivate static func noEventStream(_ server: String, _ type: String?) -> Problem {
    let sent = type.map { "sends \($0.excerpt.visible)" } ?? "does not say what it sends"
    return Problem(
      .malformedData, reason: "contentType", "\(server) \(sent), and no event stream (text/event-stream).")
  }

  fileprivate static func redirectWithoutURL(_ server: String) -> Problem {
    Problem(.badServerResponse, "\(server) redirects to something that is not a URL.")
  }

  fileprivate init(
    _ kind: FailureKind, reason: String? = nil, _ explanation: String?, limit: Int? = nil, errno: CInt = 0
  ) {
    self.init(kind, explanation: explanation)
    detail.reason = reason
    detail.limit = limit
    detail.errno = errno == 0 ? nil : Int(errno)
  }
}
