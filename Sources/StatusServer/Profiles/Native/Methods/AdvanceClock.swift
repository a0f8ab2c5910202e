import Engine
import JSONRPC
import Jansson
import StatusCore

/// `advanceClock`: moves the clock; the method exists only under `--clock manual`.
struct AdvanceClock: Method {
  let clock: ManualClock

  let signature = MethodSignature("advanceClock", [.required("seconds", .number(0...31_536_000))])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    clock.advance(by: arguments.duration("seconds") ?? .zero)
    let now = clock.now
    return .result(JSONText { $0.clock(at: now) })
  }
}

extension JSONWriter {
  /// The result of `advanceClock`.
  fileprivate mutating func clock(at now: Timestamp) {
    object { $0.member("now", now) }
  }
}
