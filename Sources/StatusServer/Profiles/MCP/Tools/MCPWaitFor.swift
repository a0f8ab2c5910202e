import Engine
import JSONRPC
import Jansson
import StatusCore

/// `wait_for`: returns when a value meets a condition, and before the host gives up.
struct MCPWaitFor: MCPTool {
  unowned let profile: MCPProfile

  let signature = MethodSignature.tool(
    "wait_for",
    [
      .required("until", .objectOrArray), .optional("resource", .string),
      .optional("unless", .objectOrArray), .optional("timeout", .number(0...3_600)),
      .optional("interval", .number(0.1...86_400)), .optional("patience", .string),
      .optional("arguments", .object),
    ])

  /// Hosts hang up after 60 seconds.
  private static let usualTimeout = Duration.seconds(45)

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let (until, unless) = (try arguments.conditions("until"), try arguments.conditions("unless"))
    let goal = WaitGoal(
      ConditionJudge(until: until, unless: unless), interval: arguments.duration("interval"),
      timeout: arguments.duration("timeout") ?? Self.usualTimeout,
      patience: try arguments.choice("patience", of: WaitGoal.Patience.self) ?? .transient)
    let resource = try arguments.resource(among: profile.engine.resources)
    let (engine, encoder, progress) = (profile.engine, profile.encoder, profile.progress)
    return .later(Wait(operation: .waitFor, resource: resource)) {
      progress.begin(call, waitingFor: resource.id.title)
      return engine.wait(for: goal, of: resource).map { outcome in
        encoder.content(of: outcome, until + unless).text(in: call.version)
      }
    }
  }
}

extension MCPEncoder {
  fileprivate func content(of outcome: WaitOutcome, _ conditions: [Condition]) -> MCPToolContent {
    var content = content(of: outcome.snapshot)
    let snapshot = content.structured
    content.structured = JSONText { $0.wait(outcome, snapshot) }
    content.sentence = WaitSentence(outcome, conditions).description
    return content
  }
}
