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
    // As nearly every transfer ends: its URL is not made into words.
    isOrderly ? nil : problem(at: url, isRedirected: isRedirected)
  }

  private var isOrderly: Bool { refusal == nil && code == CURLE_OK && progress.hasHeaders }

  private func problem(at url: HTTPURL, isRedirected: Bool) -> Problem? {
    let server = url.hostAndPort
    switch refusal {
    case .headers(let limit):
      return Problem(
        .badServerResponse, .response(.headersTooLarge(server: server, limit: limit)), limit: limit)
    case .body(let limit):
      // The limit ends the reading of an error page as well; its status is what counts.
      guard isValue ?? progress.isSuccess else { return nil }
      return Problem(
        .bodyTooLarge, .response(.bodyTooLarge(server: server, limit: limit)), limit: limit)
    case .protocolChange:
      return Problem(.badServerResponse, .response(.otherProtocol(server: server)))
    case .redirect(let scheme):
      return Problem(
        .tooManyRedirects, reason: "refused",
        .response(.redirectAway(server: server, scheme: scheme.excerpt.visible)))
    case .redirectWithoutURL:
      return .redirectWithoutURL(server)
    case .redirects(let limit):
      return Problem(.tooManyRedirects, .response(.tooManyRedirects(limit: limit)), limit: limit)
    case .lookups:
      return Problem(.hostNotFound, .connection(.tooManyLookups(besides: url.shownHost)))
    case .noEventStream(let type):
      return .noEventStream(server, type)
    case .compressedEvents:
      return Problem(
        .malformedData, reason: "compression",
        .response(.compressedEvents(server: server)))
    case .noTransfer(let problem):
      return problem
    case nil where code == CURLE_URL_MALFORMAT && isRedirected:
      return .redirectWithoutURL(server)
    case nil where code != CURLE_OK && progress.phase == .connecting && proxyStatus >= 300:
      return Problem(.cannotConnect, .connection(.proxyStatus(proxyStatus, server: server)))
    case nil:
      return problemOfCode(server, host: url.shownHost)
    }
  }

  private func problemOfCode(_ server: String, host: String) -> Problem? {
    switch code {
    case CURLE_OK:
      // libcurl takes headers that are cut short for a complete response without a body.
      progress.hasHeaders
        ? nil : lost(.truncated, .lostInHeaders(server: server))
    case CURLE_COULDNT_RESOLVE_HOST: unresolved(host)
    case CURLE_COULDNT_RESOLVE_PROXY: unresolved(nil)
    case CURLE_COULDNT_CONNECT: unconnected(server)
    case CURLE_OPERATION_TIMEDOUT: late(server)
    case CURLE_PEER_FAILED_VERIFICATION: unverified(server)
    case CURLE_RECV_ERROR: unreceived(server)
    case CURLE_GOT_NOTHING where progress.headerBytes == 0:
      lost(.empty, server)
    case CURLE_OUT_OF_MEMORY where progress.phase == .awaitingHeaders,
      .tooLarge where progress.phase == .awaitingHeaders:
      // A single line of headers over libcurl's own limit of 100 KiB.
      Problem(.badServerResponse, .response(.headerWithoutEnd(server: server)))
    case CURLE_UNSUPPORTED_PROTOCOL where progress.phase == .connecting:
      // No request was sent, so it is not HTTP 0.9: this libcurl was built without TLS.
      failed
    default: problemOfTable(server) ?? failed
    }
  }
}

// MARK: Codes that suffice alone

private typealias Explaining = @Sendable (_ server: String, _ report: TransferReport) -> Explanation

private let codes: [(codes: [CURLcode], kind: FailureKind, reason: String?, explanation: Explaining)] = [
  (
    [CURLE_PARTIAL_FILE], .connectionLost, "truncated",
    { server, _ in .connection(.lost(.truncated, server: server)) }
  ),
  (
    [CURLE_SEND_ERROR, CURLE_HTTP2_STREAM], .connectionLost, "reset",
    { server, _ in .connection(.lost(.reset, server: server)) }
  ),
  (
    // The first is HTTP 0.9, to libcurl another protocol.
    [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_GOT_NOTHING, CURLE_HTTP2, CURLE_HTTP3],
    .badServerResponse, nil,
    { server, _ in .response(.notHTTP(server: server)) }
  ),
  (
    [CURLE_BAD_CONTENT_ENCODING], .malformedData, "compression",
    { server, _ in .response(.badCompression(server: server)) }
  ),
  (
    [CURLE_PROXY, CURLE_QUIC_CONNECT_ERROR], .cannotConnect, nil,
    { server, report in .connection(.notMade(server: server, cause: report.text)) }
  ),
  (
    [CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CLIENTCERT],
    .secureConnectionFailed, nil,
    { server, report in .connection(.tlsFailed(server: server, cause: report.mostExactText)) }
  ),
  (
    [CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS],
    .certificateInvalid, "untrusted",
    { server, report in .connection(.certificateRefused(server: server, cause: report.text)) }
  ),
  (
    [CURLE_URL_MALFORMAT], .sourceMisconfigured, nil,
    { server, _ in .connection(.urlNotUnderstood(server: server)) }
  ),
  (
    // What a certificate or a key is, libcurl and OpenSSL find out.
    [CURLE_SSL_CERTPROBLEM], .sourceMisconfigured, "certificate",
    { _, report in .connection(.clientCertificate(cause: report.mostExactText)) }
  ),
  (
    [CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE], .sourceMisconfigured, "caFile",
    { _, _ in .connection(.authorities) }
  ),
]

extension TransferReport {
  /// nil for a code that does not stand in the table.
  private func problemOfTable(_ server: String) -> Problem? {
    guard let row = codes.first(where: { $0.codes.contains(code) }) else { return nil }
    let reportsErrno = row.kind == .connectionLost || row.kind == .secureConnectionFailed
    return Problem(
      row.kind, reason: row.reason, row.explanation(server, self), errno: reportsErrno ? errno : 0)
  }

  /// What libcurl reports and no kind describes.
  private var failed: Problem {
    let code = Int(code.rawValue)
    var problem = Problem(.transportFailed, .connection(.failed(code: code, words: text)), errno: errno)
    problem.detail.code = code
    return problem
  }

  /// libcurl's words for this case, else those for the code; only for codes where they hold no URL.
  ///
  /// They may quote the server, a name in its certificate for example.
  fileprivate var mostExactText: String { (errorText.isEmpty ? text : errorText).excerpt.visible }
}

// MARK: Codes that need more facts

extension TransferReport {
  private func lost(_ loss: Explanation.Loss, _ server: String, errno: CInt = 0) -> Problem {
    lost(loss, .lost(loss, server: server), errno: errno)
  }

  private func lost(
    _ loss: Explanation.Loss, _ connection: Explanation.Connection, errno: CInt = 0
  ) -> Problem {
    Problem(.connectionLost, reason: loss.rawValue, .connection(connection), errno: errno)
  }

  /// - Parameter host: nil for the proxy.
  private func unresolved(_ host: String?) -> Problem {
    guard !isOffline else { return Problem(.offline, nil) }
    return Problem(.hostNotFound, .connection(.noAddress(of: host)))
  }

  private func unconnected(_ server: String) -> Problem {
    // With two addresses, the number belongs to the one that failed last, which says little by itself.
    if [ENETUNREACH, ENETDOWN, EADDRNOTAVAIL].contains(errno), isOffline {
      return Problem(.offline, nil, errno: errno)
    }
    guard errno != ETIMEDOUT else { return late(server) }
    let cause = errno == 0 ? nil : unsafe String(cString: strerror(errno))
    return Problem(.cannotConnect, .connection(.notMade(server: server, cause: cause)), errno: errno)
  }

  private func late(_ server: String) -> Problem {
    let phase: Explanation.Phase =
      switch progress.phase {
      case .connecting: .connect
      case .awaitingHeaders: .firstByte
      case .body: .body
      }
    return Problem(.timeout, reason: phase.rawValue, .connection(.timeout(phase, server: server)))
  }

  private func unverified(_ server: String) -> Problem {
    let fault = certificateFault
    return Problem(
      .certificateInvalid, reason: fault.rawValue, .connection(.certificate(fault, server: server)))
  }

  /// By OpenSSL's `X509_V_ERR_…`.
  private var certificateFault: Explanation.CertificateFault {
    switch verifyResult {
    case 9: .notYetValid
    case 10: .expired
    case 18, 19: .selfSigned
    // 62 to 64 when OpenSSL compares names; libcurl does it when OpenSSL has found no fault (0, or 1 for not
    // asked).
    case 0, 1, 62, 63, 64: .wrongHost
    default: .untrusted
    }
  }

  private func unreceived(_ server: String) -> Problem {
    // libcurl has one code for all of this; only its words distinguish the proxy, and bad chunks.
    if progress.phase == .connecting, errorText.holds("CONNECT") {
      return Problem(.cannotConnect, .connection(.proxyClosed(server: server)))
    }
    if errorText.utf8.split(separator: UInt8(ascii: " ")).contains(where: { $0.starts(with: "chunk".utf8) }) {
      return Problem(.badServerResponse, .response(.brokenChunks(server: server)))
    }
    if errorText.holds(" alert ") {
      // With TLS 1.3 a server may refuse the client once the handshake is over (RFC 8446 section 6.2).
      return Problem(.secureConnectionFailed, .connection(.tlsFailed(server: server, cause: mostExactText)))
    }
    guard [ECONNRESET, ECONNABORTED, EPIPE, ETIMEDOUT, ENETDOWN, ENETRESET].contains(errno) else {
      // Among others, TLS that ends without close_notify.
      return lost(.truncated, server)
    }
    return lost(.reset, server, errno: errno)
  }
}

extension CURLcode {
  /// `CURLE_TOO_LARGE`, which libcurl 8.6 added: the library of the machine may be newer than the header.
  fileprivate static let tooLarge = CURLcode(rawValue: 100)
}

extension Problem {
  fileprivate static func noEventStream(_ server: String, _ type: String?) -> Problem {
    let sent = type.map { Explanation.Sent.type($0.excerpt.visible) } ?? .noType
    return Problem(
      .malformedData, reason: "contentType", .response(.noEventStream(server: server, sent)))
  }

  fileprivate static func redirectWithoutURL(_ server: String) -> Problem {
    Problem(.badServerResponse, .response(.redirectWithoutURL(server: server)))
  }

  fileprivate init(
    _ kind: FailureKind, reason: String? = nil, _ explanation: Explanation?, limit: Int? = nil,
    errno: CInt = 0
  ) {
    self.init(kind, explanation: explanation)
    detail.reason = reason
    detail.limit = limit
    detail.errno = errno == 0 ? nil : Int(errno)
  }
}
