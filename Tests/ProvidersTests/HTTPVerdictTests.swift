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
      .missingData, .malformedData, .sourceMisconfigured, .transportFailed,
    ]
    #expect(Set(HTTPEnding.all.map(\.kind)) == ours)
  }

  /// As docs/protocol.md lists them; html, utf8 and syntax are for the decoder to say.
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

  /// libcurl 7.88 has codes up to 99, and newer ones go on from there.
  @Test(arguments: 1...110) func `no code of libcurl's is a defect of statusd`(number: UInt32) throws {
    for progress in [TransferProgress(), .asked, .answered(200)] {
      let ending = HTTPEnding("code \(number)", .transportFailed) {
        ($0.code, $0.text, $0.progress) = (CURLcode(rawValue: number), "Words", progress)
      }
      let problem = try problem(of: ending)
      #expect(problem.kind != .internalError)
      #expect(problem.detail.code == (problem.kind == .transportFailed ? Int(number) : nil))
    }
  }

  @Test func `a code without a kind says its number and libcurl's words`() throws {
    let (code, number) = (CURLE_FAILED_INIT, 2)
    let words = try problem(of: HTTPEnding("", .transportFailed) { ($0.code, $0.text) = (code, "No luck") })
    #expect(words.explanation?.english == "The transfer failed with libcurl's error \(number): No luck.")
    let bare = try problem(of: HTTPEnding("", .transportFailed) { $0.code = code })
    #expect(bare.explanation?.english == "The transfer failed with libcurl's error \(number).")
  }

  @Test func `a URL that libcurl cannot read is the configuration's fault, or the server's that named it`()
    throws
  {
    let ending = HTTPEnding("", .badServerResponse) { $0.code = CURLE_URL_MALFORMAT }
    #expect(try problem(of: ending).kind == .sourceMisconfigured)
    let problem = try problem(of: ending, requested: "http://other/")
    #expect(problem.kind == .badServerResponse)
    #expect(problem.explanation?.english == "other:80 redirects to something that is not a URL.")
  }

  private func problem(of ending: HTTPEnding, requested: String? = nil) throws -> Problem {
    let url = try HTTPURL("http://me:secret@host/")
    let verdict = HTTPVerdict(
      source: url, request: HTTPRequest(try requested.map(HTTPURL.init) ?? url),
      now: Timestamp(millisecondsSince1970: 0))
    guard case .failure(let problem) = verdict.reply(to: ending.report) else { throw NoProblem() }
    return problem
  }

  private struct NoProblem: Error {}
}
