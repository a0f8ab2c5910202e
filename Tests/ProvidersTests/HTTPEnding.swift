import CCurl
import Glibc
import StatusCore
import Testing

@testable import Providers

/// How a transfer ended, and what that is to be called: a row of the table.
struct HTTPEnding: CustomTestStringConvertible {
  let testDescription: String
  var report = TransferReport()
  let kind: FailureKind
  let reason: String?

  var status: Int { report.progress.status }

  init(
    _ name: String, _ kind: FailureKind, _ reason: String? = nil, _ change: (inout TransferReport) -> Void
  ) {
    (testDescription, self.kind, self.reason) = (name, kind, reason)
    change(&report)
  }

  static let all = names + connections + certificates + losses + lateness + nonsense + statuses + contents

  private static let names: [HTTPEnding] = [
    .init("no address", .hostNotFound) { $0.code = CURLE_COULDNT_RESOLVE_HOST },
    .init("no address and no network", .offline) {
      ($0.code, $0.isOffline) = (CURLE_COULDNT_RESOLVE_HOST, true)
    },
    .init("no address of the proxy", .hostNotFound) { $0.code = CURLE_COULDNT_RESOLVE_PROXY },
    .init("no address of the proxy and no network", .offline) {
      ($0.code, $0.isOffline) = (CURLE_COULDNT_RESOLVE_PROXY, true)
    },
  ]

  /// By the system's number (errno(3)), and by whether there is a network at all.
  private static let connections: [HTTPEnding] =
    [
      (ENETUNREACH, true, FailureKind.offline, nil), (ENETUNREACH, false, .cannotConnect, nil),
      (ENETDOWN, true, .offline, nil), (EADDRNOTAVAIL, true, .offline, nil),
      (ECONNREFUSED, true, .cannotConnect, nil), (ECONNREFUSED, false, .cannotConnect, nil),
      (EHOSTUNREACH, false, .cannotConnect, nil), (EACCES, false, .cannotConnect, nil),
      (EMFILE, false, .cannotConnect, nil), (0, false, .cannotConnect, nil),
      (ETIMEDOUT, false, .timeout, "connect"),
    ].map { errno, isOffline, kind, reason in
      HTTPEnding("no connection, errno \(errno), \(isOffline ? "no network" : "network")", kind, reason) {
        ($0.code, $0.errno, $0.isOffline) = (CURLE_COULDNT_CONNECT, errno, isOffline)
      }
    } + [
      .init("a proxy that cannot be used", .cannotConnect) { $0.code = CURLE_PROXY },
      .init("a proxy that refuses", .cannotConnect) { ($0.code, $0.proxyStatus) = (CURLE_RECV_ERROR, 403) },
      .init("no QUIC", .cannotConnect) { $0.code = CURLE_QUIC_CONNECT_ERROR },
      .init("no TLS", .secureConnectionFailed) { $0.code = CURLE_SSL_CONNECT_ERROR },
      .init("a client that TLS 1.3 refuses late", .secureConnectionFailed) {
        ($0.code, $0.progress) = (CURLE_RECV_ERROR, .asked)
        $0.errorText =
          "OpenSSL SSL_read: error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0"
      },
      .init("no common cipher", .secureConnectionFailed) { $0.code = CURLE_SSL_CIPHER },
      .init("a certificate of ours that is none", .sourceMisconfigured, "certificate") {
        $0.code = CURLE_SSL_CERTPROBLEM
      },
    ]

  /// By OpenSSL's number (`X509_V_ERR_…`, openssl-verification-options(1)).
  private static let certificates: [HTTPEnding] =
    [
      (9, "notYetValid"), (10, "expired"), (18, "selfSigned"), (19, "selfSigned"), (2, "untrusted"),
      (7, "untrusted"), (20, "untrusted"), (21, "untrusted"), (23, "untrusted"), (24, "untrusted"),
      (26, "untrusted"), (27, "untrusted"), (66, "untrusted"), (0, "wrongHost"), (1, "wrongHost"),
      (62, "wrongHost"), (63, "wrongHost"), (64, "wrongHost"),
    ].map { result, reason in
      HTTPEnding("a certificate with OpenSSL's \(result)", .certificateInvalid, reason) {
        ($0.code, $0.verifyResult) = (CURLE_PEER_FAILED_VERIFICATION, result)
      }
    } + [
      .init("an issuer that is not accepted", .certificateInvalid, "untrusted") {
        $0.code = CURLE_SSL_ISSUER_ERROR
      },
      .init("a file of authorities that is none", .sourceMisconfigured, "caFile") {
        $0.code = CURLE_SSL_CACERT_BADFILE
      },
    ]

  private static let losses: [HTTPEnding] =
    [
      .init("a close before any byte", .connectionLost, "empty") { $0.code = CURLE_GOT_NOTHING },
      .init("a close amid the headers", .connectionLost, "truncated") { $0.progress = .asked },
      .init("a close amid the body", .connectionLost, "truncated") {
        ($0.code, $0.progress) = (CURLE_PARTIAL_FILE, .answered(200))
      },
      .init("a close amid the body of an error", .connectionLost, "truncated") {
        ($0.code, $0.progress) = (CURLE_PARTIAL_FILE, .answered(500))
      },
      .init("TLS without its goodbye", .connectionLost, "truncated") {
        ($0.code, $0.errno) = (CURLE_RECV_ERROR, ECONNREFUSED)
      },
      .init("a request that cannot be sent", .connectionLost, "reset") { $0.code = CURLE_SEND_ERROR },
      .init("a stream that is reset", .connectionLost, "reset") { $0.code = CURLE_HTTP2_STREAM },
    ]
    + [ECONNRESET, ECONNABORTED, EPIPE, ETIMEDOUT, ENETDOWN, ENETRESET].map { errno in
      HTTPEnding("a read that fails with errno \(errno)", .connectionLost, "reset") {
        ($0.code, $0.errno) = (CURLE_RECV_ERROR, errno)
      }
    }

  private static let lateness: [HTTPEnding] = [
    .init("too late for a connection", .timeout, "connect") { $0.code = CURLE_OPERATION_TIMEDOUT },
    .init("too late for the headers", .timeout, "firstByte") {
      ($0.code, $0.progress) = (CURLE_OPERATION_TIMEDOUT, .asked)
    },
    .init("too late for the body", .timeout, "body") {
      ($0.code, $0.progress) = (CURLE_OPERATION_TIMEDOUT, .answered(200))
    },
    .init("too late for the body of an error", .timeout, "body") {
      ($0.code, $0.progress) = (CURLE_OPERATION_TIMEDOUT, .answered(503))
    },
  ]
}
