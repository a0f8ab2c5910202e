import Logging
import Reactor

extension Logger {
  /// Logs a turn of the loop that lasts: what it does, and for which resource.
  func report(_ turn: LoopWatch.HeldTurn) {
    let (seconds, attoseconds) = turn.time.components
    var metadata: Metadata = [
      "phase": "\(turn.phase.isEmpty ? "other" : turn.phase)",
      "seconds": "\(seconds).\(attoseconds / 100_000_000_000_000_000)",
    ]
    if let resource = turn.resource { metadata["resource"] = "\(resource)" }
    if turn.isEnd {
      error("statusd ends in the middle of its work, which takes too long", metadata: metadata)
    } else {
      warning("statusd is busy: nothing else is served meanwhile", metadata: metadata)
    }
  }
}
