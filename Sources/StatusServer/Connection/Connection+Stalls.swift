import Engine
import Logging
import Reactor

// A client that does not read is named in the log.

extension Connection {
  /// A turn has ended with output that waits, or the one before had.
  func note(backlog: Int, written: Int) {
    hadBacklog = backlog > 0
    session.statistics.noteBacklog(backlog, own: output.ownBacklog)
    perform(stall.turnEnded(backlog: backlog, written: written, now: loop.timers.now))
  }

  func perform(_ action: StallDetector.Action) {
    switch action {
    case .none: break
    case .startTimer(let deadline):
      stallTimer = loop.timers.schedule(at: deadline) { [unowned self] in
        perform(stall.timeIsUp(now: loop.timers.now))
      }
    case .warn: warn()
    }
  }

  /// Logs how much waits for a reader that does not read.
  private func warn() {
    session.statistics.stalls += 1
    engine.logger.warning(
      "output is blocked: nobody has read it for \(limits.outputStall)",
      metadata: [
        "bytes": "\(output.backlog)", "calls": "\(session.statistics.inFlight)",
        "inputPaused": "\(input.isPaused)",
      ])
  }
}
