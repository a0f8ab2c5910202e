import CCurl
import StatusCore
import Testing

@testable import Providers

/// How ends of transfers are judged that no test can bring about through a socket.
struct HTTPVerdictTests {
  @Test(arguments: [
    (CURLE_COULDNT_RESOLVE_HOST, false, FailureKind.hostNotFound),
    (CURLE_COULDNT_RESOLVE_HOST, true, .offline),
    (CURLE_COULDNT_RESOLVE_PROXY, false, .hostNotFound), (CURLE_COULDNT_RESOLVE_PROXY, true, .offline),
  ])
  func `a name without an address is not found, or nothing is`(
    code: CURLcode, isOffline: Bool, kind: FailureKind
  ) throws {
    #expect(try problem { ($0.code, $0.isOffline) = (code, isOffline) }.kind == kind)
  }

  @Test(arguments: [
    (101, true, FailureKind.offline), (101, false, .cannotConnect), (100, true, .offline),
    (111, true, .cannotConnect), (113, false, .cannotConnect), (13, false, .cannotConnect),
    (110, false, .timeout),
  ])
  func `a connection fails by the system's number`(errno: CInt, isOffline: Bool, kind: FailureKind) throws {
    let problem = try problem {
      ($0.code, $0.errno, $0.isOffline) = (CURLE_COULDNT_CONNECT, errno, isOffline)
    }
    #expect(problem.kind == kind)
  }

  @Test(arguments: [
    (9, "notYetValid"), (10, "expired"), (18, "selfSigned"), (19, "selfSigned"), (20, "untrusted"),
    (21, "untrusted"), (23, "untrusted"), (0, "wrongHost"), (1, "wrongHost"), (62, "wrongHost"),
    (64, "wrongHost"),
  ])
  func `a certificate fails by OpenSSL's number`(result: Int, reason: String) throws {
    let problem = try problem { ($0.code, $0.verifyResult) = (CURLE_PEER_FAILED_VERIFICATION, result) }
    #expect(problem.detail.reason == reason)
  }

  @Test(arguments: [
    (CURLE_HTTP2_STREAM, FailureKind.connectionLost), (CURLE_HTTP2, .badServerResponse),
    (CURLE_SEND_ERROR, .connectionLost), (CURLE_SSL_CIPHER, .secureConnectionFailed),
    (CURLE_SSL_ISSUER_ERROR, .certificateInvalid), (CURLE_PROXY, .cannotConnect),
    (CURLE_FTP_WEIRD_PASV_REPLY, .internalError), (CURLE_OUT_OF_MEMORY, .internalError),
  ])
  func `a code has its kind`(code: CURLcode, kind: FailureKind) throws {
    #expect(try problem { $0.code = code }.kind == kind)
  }

  @Test func `a proxy that refuses is no lost connection`() throws {
    #expect(try problem { ($0.code, $0.proxyStatus) = (CURLE_RECV_ERROR, 403) }.kind == .cannotConnect)
  }

  @Test func `TLS that ends without its goodbye is truncated`() throws {
    // The number is left over from an address that was tried before.
    let problem = try problem { ($0.code, $0.errno) = (CURLE_RECV_ERROR, 111) }
    #expect(problem.detail.reason == "truncated")
    #expect(problem.detail.errno == nil)
  }

  private func problem(_ change: (inout TransferReport) -> Void) throws -> Problem {
    var report = TransferReport()
    change(&report)
    let verdict = HTTPVerdict(url: try HTTPURL("http://host/"), now: Timestamp(millisecondsSince1970: 0))
    guard case .failure(let problem) = verdict.reply(to: report) else { throw NoProblem() }
    return problem
  }

  private struct NoProblem: Error {}
}
