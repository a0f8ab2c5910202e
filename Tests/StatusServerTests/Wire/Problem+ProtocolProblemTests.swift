import Engine
import JSONRPC
import StatusCore
import Testing

@testable import StatusServer

@Suite struct ProblemProtocolFaultTests {
  @Test(
    arguments: [
      (.parseError, .parseError), (.invalidRequest, .invalidRequest), (.methodNotFound, .methodNotFound),
      (.invalidParams, .invalidParams),
    ] as [(ProtocolProblem.Code, FailureKind)])
  func `a problem's code is the code of its kind`(code: ProtocolProblem.Code, kind: FailureKind) {
    let problem = Problem(ProtocolProblem(code, "x"))
    #expect(problem.kind == kind && kind.code == code.rawValue)
  }

  @Test func `the details of a problem are kept`() {
    let id = RequestID(trusting: Array("1.0".utf8))
    let problem = ProtocolProblem(
      .invalidParams, reason: "r", "x", path: "/p", suggestion: "s", limit: 7, requestID: id)
    let detail = Problem(problem).detail
    #expect(detail.reason == "r" && detail.path == "/p" && detail.suggestion == "s")
    #expect(detail.limit == 7 && detail.requestID == "1.0")
  }

  @Test func `an explanation becomes a sentence`() {
    #expect(
      Problem(ProtocolProblem(.invalidParams, "params.x is required")).explanation?.english
        == "params.x is required.")
    #expect(Problem(ProtocolProblem(.invalidParams, "Is it y?")).explanation?.english == "Is it y?")
  }

  @Test(
    arguments: [
      ("meun", "menu", #"There is no resource "meun"; did you mean menu?"#),
      ("xyz", nil, #"There is no resource "xyz"; there are: state, menu."#),
    ] as [(String, String?, String)])
  func `an unknown name is reported with the nearest name, or with all names`(
    name: String, suggestion: String?, sentence: String
  ) {
    let problem = Problem.unknownName(name, of: .resource, known: ["state", "menu"], path: "/resource")
    #expect(problem.kind == .invalidParams && problem.detail.path == "/resource")
    #expect(problem.detail.suggestion == suggestion && problem.explanation?.english == sentence)
  }

  @Test func `of thousands of names the first are listed`() {
    let known = (1...1_000).map { "r\($0)" }
    let problem = Problem.unknownName("unknown", of: .resource, known: known, path: "/resource")
    #expect(problem.explanation?.english.hasSuffix("r63, r64 and 936 more.") == true)
  }
}
