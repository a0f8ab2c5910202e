import JSONRPC
import Jansson
import StatusCore

/// `stats`: returns counters since the start, queue depths and memory.
struct Stats: Method {
  let statistics: Statistics

  let signature = MethodSignature("stats")

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    .result(JSONText { $0.statistics(statistics) })
  }
}
