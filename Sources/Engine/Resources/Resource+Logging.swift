import Logging
import Providers
import Reactor
import StatusCore

/// The log at `debug`: a line for each attempt, and one for each date of a poll.
///
/// Clients do not see attempts, but they show what is slow, and who is asked how often.
extension Resource {
  /// Logs an attempt that has succeeded.
  ///
  /// - Parameter isNew: False if the source has confirmed the present value without sending it.
  func logAttempt(_ id: AttemptID, isNew: Bool) {
    environment.logger.debug("attempt", metadata: facts(of: id, ["outcome": isNew ? "ok" : "not modified"]))
  }

  /// Logs an attempt that has failed.
  func logAttempt(_ id: AttemptID, _ problem: Problem, then action: ResourceMachine.AttemptAction?) {
    var outcome: Logger.Metadata {
      var outcome: Logger.Metadata = ["outcome": "\(problem.kind.rawValue)"]
      if let status = problem.detail.status { outcome["status"] = "\(status)" }
      if case .wait(let wait) = action { outcome["repeatedAfter"] = "\(wait.seconds) s" }
      return outcome
    }
    environment.logger.debug("attempt", metadata: facts(of: id, outcome))
  }

  /// Everything but the outcome; the address is without credentials and query values.
  private func facts(of id: AttemptID, _ outcome: Logger.Metadata) -> Logger.Metadata {
    var facts: Logger.Metadata = [
      "resource": "\(name)", "attempt": "\(id.number)", "url": "\(source.address)",
      "duration": "\((environment.timers.now - attemptStart).seconds) s",
    ]
    let record = source.lastAttempt
    if let status = record?.status { facts["status"] = "\(status)" }
    if let bytes = record?.bytes { facts["bytes"] = "\(bytes)" }
    if let redirects = record?.redirects, redirects > 0 { facts["redirects"] = "\(redirects)" }
    return facts.merging(outcome) { $1 }
  }

  /// Logs the date of the next poll when it has moved.
  func logNextPoll() {
    // Asked for with every event, so the snapshot is not made where nothing is logged.
    guard environment.logger.logLevel <= .debug else { return }
    let next = snapshot.autoPolling.nextPollAt
    guard let next, next != loggedPoll else {
      loggedPoll = next
      return
    }
    loggedPoll = next
    environment.logger.debug("next poll", metadata: ["resource": "\(name)", "at": "\(next.rfc3339)"])
  }
}
