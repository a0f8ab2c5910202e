import Engine
import JSONRPC
import Jansson
import StatusCore

/// `stats`: returns counters since the start, queue depths and memory.
struct Stats: Method {
  unowned let session: Session

  let signature = MethodSignature("stats")

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(JSONText { $0.statistics(of: session) })
  }
}
