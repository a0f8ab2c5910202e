import Engine
import JSONRPC
import Jansson
import StatusCore

/// `waitFor`: answers when a resource's value meets a condition.
struct WaitFor: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "waitFor",
    [
      .required("until", .objectOrArray), .optional("resource", .string),
      .optional("unless", .objectOrArray), .optional("timeout", .number(0...604_800)),
      .optional("interval", .number(0.1...86_400)), .optional("patience", .string),
      .optional("arguments", .object),
    ])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let judge = ConditionJudge(
      until: try arguments.conditions("until"), unless: try arguments.conditions("unless"))
    let goal = WaitGoal(
      judge, interval: arguments.duration("interval"), timeout: arguments.duration("timeout"),
      patience: try arguments.choice("patience", of: WaitGoal.Patience.self) ?? .transient)
    let resource = try arguments.resource(among: session.engine.resources)
    let (engine, encoder) = (session.engine, session.encoder)
    return .later(Wait(operation: .waitFor, resource: resource)) {
      engine.wait(for: goal, of: resource).map { outcome in
        let snapshot = encoder.text(of: outcome.snapshot, in: engine.resources)
        return JSONText { $0.wait(outcome, snapshot) }
      }
    }
  }
}
