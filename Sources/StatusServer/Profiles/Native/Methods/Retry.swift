import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// `retry`: performs one recovery option of a failure; the response comes when the recovery has ended.
struct Retry: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "retry", [.optional("failureId", .string), .optional("optionId", .string)])

  /// Nothing can be recovered then, but a failure can be left as it is.
  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    // Held once: each look at an unowned reference holds it again.
    let session = session
    if let misconfiguration = session.server.misconfiguration, !arguments.isCancel {
      throw misconfiguration.problem
    }
    let choice = try session.engine.recoveries.choose(
      failureID: arguments.string("failureId"), optionID: arguments.string("optionId"),
      of: session.failures, for: session.owner, minimum: session.minimumRequestTime)
    let (encoder, resources) = (session.encoder, session.engine.resources)
    switch choice {
    case .ended(let result): return .result(encoder.text(of: result, in: resources))
    case .waits(let begin):
      return .later(Wait(operation: Operation(signature.name), resource: nil)) {
        begin().map { encoder.text(of: $0, in: resources) }
      }
    }
  }
}

extension Arguments {
  /// Whether they choose to leave a failure as it is, which works without a configuration.
  var isCancel: Bool { string("optionId") == RecoveryOptionID.cancel.rawValue }
}

extension SnapshotEncoder {
  fileprivate func text(of recovery: RecoveryResult, in resources: Resources) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("failureId", recovery.failure.id.rawValue)
        json.member("optionId", recovery.option.rawValue)
        json.member("recovered", recovery.isRecovered)
        json.member("message", recovery.message)
        if let value = recovery.value { json.member("result") { write(value, in: resources, to: &$0) } }
      }
    }
  }

  private func write(_ value: RecoveryResult.Value, in resources: Resources, to json: inout JSONWriter) {
    switch value {
    case .snapshot(let snapshot): json.text(text(of: snapshot, in: resources))
    case .polling(let snapshot): json.polling(of: snapshot.id, as: tail(of: snapshot))
    case .location(let snapshot): json.location(snapshot)
    }
  }
}
