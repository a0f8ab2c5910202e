import CCurl
import StatusCore
import Testing

@testable import Providers

/// How the end of a transfer is judged: every kind and reason that HTTP can bring, as values.
struct HTTPVerdictTests {
  @Test(arguments: HTTPEnding.all)
  func `an ending has its kind and reason`(ending: HTTPEnding) throws {
    let problem = try problem(of: ending)
    #expect(problem.kind == ending.kind)
    #expect(problem.detail.reason == ending.reason)
    #expect(problem.detail.url == "http://host/")
  }

  @Test func `every kind that HTTP can bring is reached`() {
    let ours: Set<FailureKind> = [
      .offline, .hostNotFound, .cannotConnect, .connectionLost, .timeout, .secureConnectionFailed,
      .certificateInvalid, .tooManyRedirects, .bodyTooLarge, .badServerResponse, .badRequest, .unauthorized,
      .forbidden, .notFound, .tooManyRequests, .serverError, .serviceUnavailable, .unexpectedStatus,
      .missingData, .malformedData, .sourceMisconfigured, .internalError,
    ]
    #expect(Set(HTTPEnding.all.map(\.kind)) == ours)
  }

  /// PROTOCOL.md section 6; html, utf8 and syntax are for the decoder to say.
  @Test(arguments: [
    (FailureKind.certificateInvalid, ["expired", "notYetValid", "selfSigned", "untrusted", "wrongHost"]),
    (.timeout, ["connect", "firstByte", "body"]), (.connectionLost, ["reset", "truncated", "empty"]),
    (.tooManyRedirects, ["refused"]), (.malformedData, ["compression"]),
  ])
  func `every reason is reached`(kind: FailureKind, reasons: [String]) {
    #expect(Set(HTTPEnding.all.filter { $0.kind == kind }.compactMap(\.reason)) == Set(reasons))
  }

  @Test(arguments: HTTPEnding.statuses)
  func `a status is told with its number`(ending: HTTPEnding) throws {
    #expect(try problem(of: ending).detail.status == ending.status)
  }

  @Test(arguments: [400, 404, 408, 425, 429, 500, 503])
  func `any failing status may say when to come back`(status: Int) throws {
    var ending = HTTPEnding("a status", .serverError) { $0.progress = .answered(status) }
    ending.report.headers.retryAfter = .delay(.seconds(7))
    #expect(try problem(of: ending).retryAfter == .seconds(7))
  }

  @Test func `a number that is left over from another address is not told`() throws {
    let ending = HTTPEnding("TLS without its goodbye", .connectionLost) {
      ($0.code, $0.errno) = (CURLE_RECV_ERROR, 111)
    }
    #expect(try problem(of: ending).detail.errno == nil)
  }

  private func problem(of ending: HTTPEnding) throws -> Problem {
    let url = try HTTPURL("http://me:secret@host/")
    let verdict = HTTPVerdict(
      source: url, request: HTTPRequest(url), now: Timestamp(millisecondsSince1970: 0))
    guard case .failure(let problem) = verdict.reply(to: ending.report) else { throw NoProblem() }
    return problem
  }

  private struct NoProblem: Error {}
}
