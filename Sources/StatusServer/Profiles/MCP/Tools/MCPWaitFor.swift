import Engine
import JSONRPC
import Jansson
import Reactor
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

  /// How long a task waits, for which no host holds a call open.
  private static let timeoutOfTask = Duration.seconds(3_600)

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let (until, unless) = (try arguments.conditions("until"), try arguments.conditions("unless"))
    let (judge, interval) = (ConditionJudge(until: until, unless: unless), arguments.duration("interval"))
    let patience = try arguments.choice("patience", of: WaitGoal.Patience.self) ?? .transient
    let timeout = arguments.duration("timeout")
    let resource = try arguments.resource(among: profile.engine.resources)
    let (engine, encoder, progress) = (profile.engine, profile.encoder, profile.progress)
    @LoopActor func begin(_ timeout: Duration) -> Ticket<JSONText> {
      let goal = WaitGoal(judge, interval: interval, timeout: timeout, patience: patience)
      return engine.wait(for: goal, of: resource).map { outcome in
        encoder.content(of: outcome, until + unless).text(in: call.version)
      }
    }
    if let result = task(of: call, for: resource, timeout ?? Self.timeoutOfTask, interval, begin: begin) {
      return .result(result)
    }
    return .later(Wait(operation: .waitFor, resource: resource)) {
      progress.begin(call, waitingFor: resource.id.title)
      return begin(timeout ?? Self.usualTimeout)
    }
  }

  /// The task that the call is answered with; nil for a client that takes none, and if there are too many.
  private func task(
    of call: MCPCall, for resource: Resource, _ timeout: Duration, _ interval: Duration?,
    begin: @LoopActor (Duration) -> Ticket<JSONText>
  ) -> JSONText? {
    guard profile.tasks.isOn, call.version == .perRequest, call.meta.canTakeTasks else { return nil }
    let engine = profile.engine
    let polling = interval ?? resource.snapshot.autoPolling.interval
    let task = profile.tasks.make(
      waitingFor: resource.id, timeout: timeout, interval: polling, at: engine.timers.now, engine.date)
    guard let task else { return nil }
    task.begin(begin(timeout)) { engine.date }
    call.isTask = true
    return task.text
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
