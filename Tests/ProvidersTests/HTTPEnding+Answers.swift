import CCurl
import StatusCore

@testable import Providers

// What came, and was of no use.

extension HTTPEnding {
  static let nonsense: [HTTPEnding] =
    [
      (CURLE_WEIRD_SERVER_REPLY, "headers that are none"), (CURLE_UNSUPPORTED_PROTOCOL, "HTTP 0.9"),
      (CURLE_HTTP2, "frames that are none"), (CURLE_HTTP3, "frames of HTTP/3 that are none"),
    ].map { code, name in
      HTTPEnding(name, .badServerResponse) { ($0.code, $0.progress) = (code, .asked) }
    } + [
      .init("nothing but interim answers", .badServerResponse) {
        ($0.code, $0.progress) = (CURLE_GOT_NOTHING, .after(["HTTP/1.1 100 Continue", ""]))
      },
      .init("broken chunks", .badServerResponse) {
        ($0.code, $0.errorText) = (
          CURLE_RECV_ERROR, "Illegal or missing hexadecimal sequence in chunked-encoding"
        )
      },
      .init("one endless header", .badServerResponse) {
        ($0.code, $0.progress) = (CURLE_OUT_OF_MEMORY, .asked)
      },
      .init("one endless header to libcurl 8.6", .badServerResponse) {
        ($0.code, $0.progress) = (CURLcode(rawValue: 100), .asked)
      },
      .init("headers over the limit", .badServerResponse) {
        ($0.code, $0.refusal) = (CURLE_WRITE_ERROR, .headers(limit: 9))
      },
      .init("a change of protocol", .badServerResponse) {
        ($0.code, $0.refusal) = (CURLE_WRITE_ERROR, .protocolChange)
      },
      .init("a redirect to what is no URL", .badServerResponse) {
        ($0.progress, $0.refusal) = (.answered(302), .redirectWithoutURL)
      },
      .init("a redirect to a file", .tooManyRedirects, "refused") {
        ($0.progress, $0.refusal) = (.answered(302), .redirect(scheme: "file"))
      },
      .init("a redirect too many", .tooManyRedirects) {
        ($0.progress, $0.refusal) = (.answered(302), .redirects(limit: 10))
      },
      .init("a URL that libcurl does not understand", .sourceMisconfigured) { $0.code = CURLE_URL_MALFORMAT },
      .init("no memory", .transportFailed) { $0.code = CURLE_OUT_OF_MEMORY },
      .init("a libcurl without TLS", .transportFailed) {
        ($0.code, $0.progress) = (CURLE_UNSUPPORTED_PROTOCOL, TransferProgress())
      },
      .init("a code that HTTP never has", .transportFailed) { $0.code = CURLE_FTP_WEIRD_PASV_REPLY },
      .init("a code of a libcurl that is newer", .transportFailed) { $0.code = CURLcode(rawValue: 101) },
    ]

  static let statuses: [HTTPEnding] = [
    (300, FailureKind.unexpectedStatus), (302, .unexpectedStatus), (304, .unexpectedStatus),
    (400, .badRequest),
    (401, .unauthorized), (402, .unexpectedStatus), (403, .forbidden), (404, .notFound),
    (407, .unexpectedStatus), (408, .timeout), (410, .notFound), (418, .unexpectedStatus),
    (425, .unexpectedStatus), (429, .tooManyRequests), (431, .unexpectedStatus), (500, .serverError),
    (501, .serverError), (502, .serverError), (503, .serviceUnavailable), (504, .serverError),
    (505, .serverError), (511, .serverError), (599, .serverError), (600, .unexpectedStatus),
    (999, .unexpectedStatus),
  ].map { status, kind in
    HTTPEnding("a status \(status)", kind) { ($0.progress, $0.body) = (.answered(status), Array("[1]".utf8)) }
  }

  /// What a compressed body lacks at its end goes unnoticed by libcurl: such a body is JSON that is cut short,
  /// which the decoder calls malformedData, `syntax`.
  static let contents: [HTTPEnding] = [
    .init("no body", .missingData) { $0.progress = .answered(200) },
    .init("a status 204", .missingData) { $0.progress = .answered(204) },
    .init("a body that cannot be decompressed", .malformedData, "compression") {
      ($0.code, $0.progress) = (CURLE_BAD_CONTENT_ENCODING, .answered(200))
    },
    .init("a body over the limit", .bodyTooLarge) {
      ($0.code, $0.progress, $0.refusal) = (CURLE_WRITE_ERROR, .answered(200), .body(limit: 9))
    },
    .init("an error's body over the limit", .serverError) {
      ($0.code, $0.progress, $0.refusal) = (CURLE_WRITE_ERROR, .answered(500), .body(limit: 9))
    },
  ]
}

extension TransferProgress {
  /// The request was sent.
  static let asked = after([])

  /// The headers of an answer have come.
  static func answered(_ status: Int) -> TransferProgress { after(["HTTP/1.1 \(status) Words", ""]) }

  /// The request was sent, and those lines came.
  static func after(_ lines: [String]) -> TransferProgress {
    var progress = TransferProgress()
    progress.requestIsSent()
    for line in lines { progress.headerLineCame(Array("\(line)\r\n".utf8).span) }
    return progress
  }
}
