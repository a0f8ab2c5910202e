import Engine
import JSONRPC
import Jansson
import StatusCore
import Text

/// `playScenario`: plays another scenario; the method exists only under `--scenario`.
struct PlayScenario: Method {
  let engine: Engine

  let signature = MethodSignature("playScenario", [.required("scenario", .stringOrObject)])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let name: String
    do throws(ConfigurationProblem) {
      name = try engine.playScenario(arguments.text("scenario") ?? [])
    } catch {
      throw Problem(error, at: arguments.path(of: "scenario"))
    }
    return .result(JSONText { json in json.object { $0.member("name", name) } })
  }
}

extension Problem {
  /// `invalidParams`, for a scenario that cannot be played.
  fileprivate init(_ problem: ConfigurationProblem, at path: String) {
    var detail = FailureDetail()
    detail.path = path + (problem.entry?.pointer ?? "")
    detail.reason = problem.entry?.reason.rawValue ?? "range"
    detail.suggestion = problem.entry?.suggestion
    self.init(.invalidParams, detail: detail, explanation: .composed(Wording("\(problem)".asSentence)))
  }
}
