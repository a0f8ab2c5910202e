import Engine
import JSONRPC
import Reactor
import StatusCore
import Text

extension Problem {
  /// Converts a problem of the JSON-RPC layer.
  init(_ problem: ProtocolProblem) {
    let explanation = Explanation.composed(Wording(utf8: problem.sentence.utf8))
    guard problem.hasParticulars else {
      self.init(FailureKind(problem.code), explanation: explanation)
      return
    }
    self.init(FailureKind(problem.code), explanation: explanation) { detail in
      detail.reason = problem.reason
      detail.path = problem.path
      detail.suggestion = problem.suggestion
      detail.limit = problem.limit
      detail.requestID = problem.requestID?.description
    }
  }

  /// `invalidParams`, for a name in the params that does not exist.
  ///
  /// - Parameters:
  ///   - noun: What the name should name.
  ///   - known: The names that exist; the nearest one is suggested, or the first ones are listed.
  ///   - path: The JSON Pointer of the param.
  static func unknownName(
    _ name: String, of noun: Explanation.Noun, known: [String], path: String
  ) -> Problem {
    unknownName(name, of: noun, nearest: name.nearest(in: known), known: known, path: path)
  }

  /// The same for a resource, whose names are searched often.
  @LoopActor
  static func unknownResource(_ name: String, among resources: Resources, path: String) -> Problem {
    unknownName(
      name, of: .resource, nearest: resources.nearest(to: name), known: resources.names.map(\.rawValue),
      path: path)
  }

  private static func unknownName(
    _ name: String, of noun: Explanation.Noun, nearest: String?, known: @autoclosure () -> [String],
    path: String
  ) -> Problem {
    let advice = nearest.map { Explanation.Advice.nearest($0) } ?? listed(known())
    return Problem(.invalidParams, explanation: .request(.unknown(noun, name.excerpt, advice))) { detail in
      detail.reason = "unknown"
      detail.path = path
      detail.suggestion = nearest
    }
  }

  /// `invalidParams` for a param whose value does not fit.
  ///
  /// - Parameter path: The JSON Pointer of the param.
  static func unfitParam(_ request: Explanation.Request, _ reason: String, path: String) -> Problem {
    Problem(.invalidParams, explanation: .request(request)) { ($0.reason, $0.path) = (reason, path) }
  }
}

extension Problem {
  /// The most names that are listed: a configuration may have thousands of resources, and failures are remembered.
  private static let longestList = 64

  private static func listed(_ names: [String]) -> Explanation.Advice {
    .known(Array(names.prefix(longestList)), more: max(0, names.count - longestList))
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
