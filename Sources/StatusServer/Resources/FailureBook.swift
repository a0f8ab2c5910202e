import Logging
import Reactor
import StatusCore

/// The ledger of failures with the clock and the log: every failure that anyone is told of is made here.
@LoopActor
final class FailureBook {
  private var ledger = FailureLedger()
  private let time: any TimeSource
  private let logger: Logger

  init(time: any TimeSource, logger: Logger) {
    self.time = time
    self.logger = logger
  }

  /// The time of day, for what is told to clients.
  var now: Timestamp {
    Timestamp(millisecondsSince1970: time.millisecondsSince1970)
  }

  /// Makes a failure of a problem that ended no fetch: a faulty message, a refused call.
  ///
  /// - Parameter resource: What the call would have fetched, so that it can be tried again.
  func record(_ problem: Problem, operation: Operation? = nil, resource: ResourceName? = nil) -> Failure {
    record(problem, in: FailureContext(operation: operation, resource: resource, at: now))
  }

  /// Makes a failure of a problem, remembers it and logs it.
  func record(_ problem: Problem, in context: FailureContext) -> Failure {
    let failure = ledger.record(problem, in: context)
    log(failure)
    return failure
  }

  func choose(failureID: String?, optionID: String?) -> FailureLedger.Choice {
    ledger.choose(failureID: failureID, optionID: optionID)
  }

  /// What a choice would come to, without making it.
  func preview(failureID: String?, optionID: String?) -> FailureLedger.Choice {
    var ledger = ledger
    return ledger.choose(failureID: failureID, optionID: optionID)
  }

  /// Whether a client can still name it.
  func remembers(_ id: FailureID) -> Bool { ledger.remembers(id) }

  func recoveryEnded(_ id: FailureID) { ledger.recoveryEnded(id) }
  func recoveryAbandoned(_ id: FailureID) { ledger.recoveryAbandoned(id) }
  func resourceSucceeded(_ resource: ResourceName) { ledger.resourceSucceeded(resource) }

  /// An attempt failed that is repeated: nothing to tell, but of use to who looks for what is slow.
  func noteAttempt(
    _ id: AttemptID, of resource: ResourceName, _ problem: Problem, repeatedAfter wait: Duration
  ) {
    logger.debug(
      "attempt failed",
      metadata: [
        "resource": "\(resource)", "attempt": "\(id.number)", "kind": "\(problem.kind.rawValue)",
        "repeatedAfter": "\(wait.seconds) s",
      ])
  }

  /// A poll failed as the one before it did.
  func noteRepeated(_ failure: Failure) {
    logger.debug(
      "failed again",
      metadata: [
        "resource": "\(failure.resource?.rawValue ?? "-")", "kind": "\(failure.kind.rawValue)",
        "failureId": "\(failure.id.rawValue)",
      ])
  }

  /// What a person at the terminal can do something about is a warning; a client's mistakes are its own.
  private func log(_ failure: Failure) {
    logger.log(
      level: failure.resource == nil ? .info : .warning, "failed",
      metadata: [
        "operation": "\(failure.operation?.method ?? "-")",
        "resource": "\(failure.resource?.rawValue ?? "-")",
        "kind": "\(failure.kind.rawValue)",
        "failureId": "\(failure.id.rawValue)",
        "reason": "\(failure.failureReason ?? failure.title)",
        "url": "\(failure.detail.url ?? "-")",
      ])
  }
}
