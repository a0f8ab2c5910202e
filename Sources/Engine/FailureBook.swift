import Logging
package import Reactor
package import StatusCore
import Text

/// The source of failure ids, which every book shares so that ids are unique in the engine.
@LoopActor
final class FailureIDSource {
  private var ids = FailureIDs()

  func next() -> FailureID { ids.next() }
}

/// Records failures in a ledger and logs them.
///
/// Every failure that a client can see is in a book. The engine's own book has the failures of fetches and of
/// the location. Each session has a book for the failures of its requests (``Engine/makeFailureBook()``), so
/// a client that sends nonsense cannot push other failures out of the ledger.
@LoopActor
package final class FailureBook {
  private var ledger = FailureLedger()
  private let ids: FailureIDSource
  private let time: any TimeSource
  private let logger: Logger
  private let configurationFile: String?

  init(_ ids: FailureIDSource, time: any TimeSource, logger: Logger, configurationFile: String?) {
    self.ids = ids
    self.time = time
    self.logger = logger
    self.configurationFile = configurationFile
  }

  /// The time of day on the engine's clock.
  var now: Timestamp {
    Timestamp(millisecondsSince1970: time.millisecondsSince1970)
  }

  /// Turns a problem into a failure, remembers it and logs it.
  ///
  /// Foreign text in the explanation is made visible here, for every message and log line at once.
  package func record(_ problem: Problem, in context: FailureContext) -> Failure {
    var context = context
    context.configurationFile = configurationFile
    if let wait = problem.retryAfter, context.retryAt == nil { context.retryAt = time.now.sinceOrigin + wait }
    let failure = ledger.record(problem.escaped, id: ids.next(), in: context)
    log(failure)
    return failure
  }

  /// Turns a problem that did not end a fetch into a failure: an invalid message or a refused call.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed; nil if the message names no method of ours.
  ///   - resource: The resource that the call would have fetched, so that it can be tried again.
  package func record(
    _ problem: Problem, operation: Operation? = nil, resource: Resource? = nil
  ) -> Failure {
    let conditions = resource?.conditions ?? RecoveryConditions(hasValue: true)
    let presentation = Presentation.of(problem.kind, hasValue: conditions.hasValue, isPoll: false)
    return record(
      problem,
      in: FailureContext(
        operation: operation, resource: resource?.id, presentation: presentation, conditions: conditions,
        customOptions: resource?.customOptions.offered ?? [], at: now))
  }

  // MARK: Recoveries

  func contains(_ failureID: String) -> Bool { ledger.contains(failureID) }
  /// Whether the failure is still remembered, so that a client can name it.
  func remembers(_ id: FailureID) -> Bool { ledger.remembers(id) }

  func choice(
    failureID: String?, optionID: String?, conditions: (Failure) -> RecoveryConditions
  ) throws(Problem) -> FailureLedger.Choice {
    try ledger.choice(failureID: failureID, optionID: optionID, conditions: conditions)
  }

  /// The snapshot of `resource` shows this failure from now on, which is remembered as long; nil for none.
  func show(_ id: FailureID?, of resource: ResourceID) { ledger.show(id, of: resource) }

  /// Whether an option of the failure is being performed.
  func isRecovering(_ id: FailureID) -> Bool { ledger.isRecovering(id) }

  func settle(_ id: FailureID) { ledger.settle(id) }
  func recoveryBegan(_ id: FailureID, _ option: RecoveryOptionID) { ledger.recoveryBegan(id, option) }
  func recoveryEnded(_ id: FailureID) { ledger.recoveryEnded(id) }
  func recoveryAbandoned(_ id: FailureID) { ledger.recoveryAbandoned(id) }
  package func resourceSucceeded(_ resource: ResourceID) { ledger.resourceSucceeded(resource) }

  // MARK: The log

  /// Logs failures of resources as warnings, because the user can act on them, and mistakes of clients as
  /// info.
  private func log(_ failure: Failure) {
    logger.log(
      level: failure.resource == nil ? .info : .warning, "failed",
      metadata: [
        "operation": "\(failure.operation?.method ?? "-")",
        "resource": "\(failure.resource?.rawValue ?? "-")",
        "kind": "\(failure.kind.rawValue)",
        "failureId": "\(failure.id.rawValue)",
        "reason": "\(failure.failureReason)",
        "url": "\(failure.detail.url ?? "-")",
      ])
  }
}

extension Problem {
  /// The same problem, with foreign text in its explanation made visible.
  ///
  /// The words of a scenario are on one line already (`Settings`).
  fileprivate var escaped: Problem {
    var problem = self
    problem.explanation = explanation?.visible
    return problem
  }
}
