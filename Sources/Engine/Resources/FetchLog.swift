import Logging
import Providers
import Reactor
import StatusCore

/// What became of the fetches of a resource: their history, and the log at `debug`.
///
/// The log has a line for each attempt, and one for each date of a poll. Clients do not see attempts, but they show
/// what is slow, and who is asked how often.
@LoopActor
final class FetchLog {
  private let resource: ResourceID
  private let environment: EngineEnvironment
  /// The newest fetches of this process.
  private var history = FetchHistory()
  /// When the first attempt of the newest flight was started.
  private var flightStart = Instant(sinceOrigin: .zero)
  /// When the newest attempt was started.
  private var attemptStart = Instant(sinceOrigin: .zero)
  /// The date of the next poll that was logged last.
  private var loggedPoll: Timestamp?

  init(_ resource: ResourceID, _ environment: EngineEnvironment) {
    (self.resource, self.environment) = (resource, environment)
  }

  /// The newest fetches of this process that ended at a date or later, newest first.
  func newest(since date: Timestamp?, limit: Int) -> [FetchSample] {
    history.newest(since: date, limit: limit)
  }
}

// MARK: Fetches

extension FetchLog {
  /// A fetch has brought a value.
  ///
  /// - Parameter id: Its last attempt.
  func succeeded(_ id: AttemptID, with reception: Reception, _ success: FlightSuccess) {
    let duration = environment.timers.now - flightStart
    record(
      FetchSample(
        endedAt: environment.now.time, outcome: .ok, status: reception.status, attempts: id.number,
        duration: duration, bytes: reception.bytes), isPoll: success.isOfPollAlone)
    debug(
      "fetched",
      [
        "resource": "\(resource.name)", "operation": "\(success.operation.method)",
        "attempts": "\(id.number)", "duration": "\(duration.seconds) s",
      ])
  }

  /// A fetch has failed; one that a fence kept from asking was none, and neither was one that was cancelled.
  func failed(_ ended: FlightFailure) {
    if ended.isRepeated { logRepeated(ended.failure) } else { environment.failures.log(ended.failure) }
    guard !ended.isCancellation, !ended.attempts.isEmpty else { return }
    let now = environment.now
    // A held failure had ended before it was shown.
    record(
      FetchSample(
        endedAt: now.time(at: ended.date), outcome: .failed(ended.problem.kind),
        status: ended.problem.detail.status, attempts: ended.attempts.count,
        duration: environment.timers.now - flightStart - (now.uptime - ended.date), bytes: nil),
      isPoll: ended.isOfPollAlone)
  }

  /// - Parameter isPoll: Whether nobody waited for it.
  private func record(_ sample: FetchSample, isPoll: Bool) {
    history.add(sample)
    environment.tally.count(sample, of: resource.name, isPoll: isPoll)
    environment.store.record(sample, of: resource)
  }

  /// Logs a poll that failed like the one before it.
  private func logRepeated(_ failure: Failure) {
    debug(
      "failed again",
      [
        "resource": "\(resource.name)", "kind": "\(failure.kind.rawValue)",
        "failureId": "\(failure.id.rawValue)",
      ])
  }
}

// MARK: Attempts

extension FetchLog {
  /// An attempt begins, and with the first one its flight.
  func attemptBegan(_ id: AttemptID) {
    attemptStart = environment.timers.now
    if id.number == 1 { flightStart = attemptStart }
  }

  /// An attempt has succeeded.
  ///
  /// - Parameter isNew: False if the source has confirmed the present value without sending it.
  func attemptSucceeded(_ id: AttemptID, from source: any Source, isNew: Bool) {
    debug("attempt", facts(of: id, from: source, ["outcome": isNew ? "ok" : "not modified"]))
  }

  /// An attempt has failed.
  func attemptFailed(
    _ id: AttemptID, from source: any Source, with problem: Problem,
    then action: ResourceMachine.AttemptAction?
  ) {
    var outcome: Logger.Metadata {
      var outcome: Logger.Metadata = ["outcome": "\(problem.kind.rawValue)"]
      if let status = problem.detail.status { outcome["status"] = "\(status)" }
      if case .wait(let wait) = action { outcome["repeatedAfter"] = "\(wait.seconds) s" }
      return outcome
    }
    debug("attempt", facts(of: id, from: source, outcome))
  }

  /// Everything but the outcome; the address is without credentials and query values.
  private func facts(
    of id: AttemptID, from source: any Source, _ outcome: Logger.Metadata
  ) -> Logger.Metadata {
    var facts: Logger.Metadata = [
      "resource": "\(resource.name)", "attempt": "\(id.number)", "url": "\(source.address)",
      "duration": "\((environment.timers.now - attemptStart).seconds) s",
    ]
    let record = source.lastAttempt
    if let status = record?.status { facts["status"] = "\(status)" }
    if let bytes = record?.bytes { facts["bytes"] = "\(bytes)" }
    if let redirects = record?.redirects, redirects > 0 { facts["redirects"] = "\(redirects)" }
    return facts.merging(outcome) { $1 }
  }
}

// MARK: Polls and connections

extension FetchLog {
  /// Logs the date of the next poll when it has moved.
  ///
  /// - Parameter date: Given with every event, so it is not computed where nothing is logged.
  func nextPoll(_ date: @autoclosure () -> Duration?) {
    guard environment.logsDetails else { return }
    let next = date().map(environment.now.time(at:))
    guard let next, next != loggedPoll else {
      loggedPoll = next
      return
    }
    loggedPoll = next
    debug("next poll", ["resource": "\(resource.name)", "at": "\(next.rfc3339)"])
  }

  func connection(to source: any Source, _ event: Logger.Message) {
    debug(event, ["resource": "\(resource.name)", "source": "\(source.address)"])
  }

  private func debug(_ message: Logger.Message, _ metadata: @autoclosure () -> Logger.Metadata) {
    guard environment.logsDetails else { return }
    environment.logger.debug(message, metadata: metadata())
  }
}
