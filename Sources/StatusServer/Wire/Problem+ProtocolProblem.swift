import JSONRPC
import StatusCore
import Text

extension Problem {
  /// Converts a problem of the JSON-RPC layer.
  init(_ problem: ProtocolProblem) {
    var detail = FailureDetail()
    detail.reason = problem.reason
    detail.path = problem.path
    detail.suggestion = problem.suggestion
    detail.limit = problem.limit
    detail.requestID = problem.requestID?.description
    self.init(FailureKind(problem.code), detail: detail, explanation: problem.explanation.asSentence)
  }

  /// `invalidParams`, for a name in the params that does not exist.
  ///
  /// - Parameters:
  ///   - kind: What the name should name, as a word in a sentence.
  ///   - known: The names that exist; the nearest one is suggested.
  ///   - path: The JSON Pointer of the param.
  static func unknownName(
    _ name: String, of kind: String, known: [String], path: String
  ) -> Problem {
    var detail = FailureDetail()
    detail.reason = "unknown"
    detail.path = path
    detail.suggestion = name.nearest(in: known)
    let hint =
      detail.suggestion.map { "did you mean \($0)?" } ?? "there are: \(known.joined(separator: ", "))."
    return Problem(
      .invalidParams, detail: detail, explanation: "There is no \(kind) \"\(name.excerpt)\"; \(hint)")
  }
}

extension FailureKind {
  fileprivate init(_ code: ProtocolProblem.Code) {
    self =
      switch code {
      case .parseError: .parseError
      case .invalidRequest: .invalidRequest
      case .methodNotFound: .methodNotFound
      case .invalidParams: .invalidParams
      }
  }
}

extension String {
  /// The string with a full stop at its end, unless it ends a sentence already.
  fileprivate var asSentence: String {
    switch utf8.last {
    case nil, UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): self
    default: self + "."
    }
  }
}
