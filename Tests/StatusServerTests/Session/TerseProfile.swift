import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

@testable import StatusServer

/// A protocol of the tests' own that differs from statusd's wherever a profile may decide.
@LoopActor
final class TerseProfile: Profile {
  /// Which of the calls of a session it is, counted from 1.
  private final class Number: CallNote {
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  private var calls = 0

  func methods(of session: Session) -> MethodTable {
    MethodTable([
      CancelRequest(session: session), Refresh(session: session),
      GetState(resources: session.engine.resources, encoder: session.encoder),
    ])
  }

  func note(of call: Call) throws(CallRefusal) -> (any CallNote)? {
    if call.id?.isNull == true {
      throw CallRefusal(ProtocolProblem(.invalidRequest, "An id must not be null"))
    }
    calls += 1
    return Number(calls)
  }

  var problemOfBatch: ProtocolProblem? { ProtocolProblem(.invalidRequest, "There are no batches") }

  func answers(_ id: RequestID, _ call: CallContext, with failure: Failure) -> Bool {
    failure.kind != .requestCancelled
  }

  /// The method, the number of the call, and the outcome; an error that names no request has no id.
  func response(
    to id: RequestID, of call: CallContext, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter
  ) {
    json.object { json in
      if !id.isNull { json.member("id") { id.write(to: &$0) } }
      json.member("method", call.method?.signature.name)
      json.member("call", (call.note as? Number)?.value)
      switch outcome {
      case .success: json.member("ok", true)
      case .failure(let failure): json.member("kind", failure.kind.rawValue)
      }
    }
  }

  func wants(_ change: Change) -> Bool {
    if case .attempt = change { true } else { false }
  }

  func publish(_ change: Change, coalesced: Int, to write: MessageOutput) {
    guard case .attempt(let id, let number, let limit) = change else { return }
    write { json in
      json.object { json in
        json.member("progress", id.name.rawValue)
        json.member("attempt", number)
        json.member("of", limit)
      }
    }
  }
}

extension SessionProfile {
  static let terse = SessionProfile(
    NotificationMethods(resource: "changed", location: "moved", attempt: "progress"), notesCalls: true
  ) { _, _ in TerseProfile() }
}
