import Engine
import JSONRPC
import Jansson
import StatusCore

/// `advance_clock`: moves the clock; the tool exists only under `--clock manual`.
struct MCPAdvanceClock: MCPTool {
  let clock: ManualClock

  let signature = MethodSignature.tool("advance_clock", [.required("seconds", .number(0...31_536_000))])

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    clock.advance(by: arguments.duration("seconds") ?? .zero)
    let now = clock.now
    return .result(
      MCPToolContent(JSONText { json in json.object { $0.member("now", now) } }).text(in: call.version))
  }
}
