import Logging
package import Reactor
package import StatusCore
import Text

/// The names of failures, unique in the process, whoever records them.
@LoopActor
final class FailureIDSource {
  private var ids = FailureIDs()

  func next() -> FailureID { ids.next() }
}

/// A ledger of failures with the clock and the log.
///
/// Every failure that anyone is shown is recorded in one: those of fetches and of the location in the
/// engine's, those of requests in their session's (``Engine/makeFailureBook(for:)``), so that a client which
/// sends nonsense pushes nothing of others out.
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

  /// The time of day.
  var now: Timestamp {
    Timestamp(millisecondsSince1970: time.millisecondsSince1970)
  }

  /// Makes a failure of a problem, remembers it and logs it.
  ///
  /// Text that came from outside is made visible here, for every message and log line at once.
  package func record(_ problem: Problem, in context: FailureContext) -> Failure {
    var context = context
    context.configurationFile = configurationFile
    let failure = ledger.record(problem.escaped, id: ids.next(), in: context)
    log(failure)
    return failure
  }

  /// Makes a failure of a problem that ended no fetch: a faulty message, a refused call.
  ///
  /// - Parameter resource: What the call would have fetched, so that it can be tried again.
  package func record(
    _ problem: Problem, operation: Operation? = nil, resource: Resource? = nil
  ) -> Failure {
    let conditions = resource?.conditions ?? RecoveryConditions(hasValue: true)
    let presentation = Presentation.of(problem.kind, hasValue: conditions.hasValue, isPoll: false)
    return record(
      problem,
      in: FailureContext(
        operation: operation, resource: resource?.name, presentation: presentation, conditions: conditions,
        at: now))
  }

  // MARK: Recoveries

  func contains(_ failureID: String) -> Bool { ledger.contains(failureID) }
  /// Whether a client can still name it.
  func remembers(_ id: FailureID) -> Bool { ledger.remembers(id) }

  func choice(
    failureID: String?, optionID: String?, conditions: (Failure) -> RecoveryConditions
  ) throws(Problem) -> FailureLedger.Choice {
    try ledger.choice(failureID: failureID, optionID: optionID, conditions: conditions)
  }

  /// The snapshot of `resource` shows this failure from now on, which is remembered as long; nil for none.
  func show(_ id: FailureID?, of resource: ResourceName) { ledger.show(id, of: resource) }

  func settle(_ id: FailureID) { ledger.settle(id) }
  func recoveryBegan(_ id: FailureID, _ option: RecoveryOptionID) { ledger.recoveryBegan(id, option) }
  func recoveryEnded(_ id: FailureID) { ledger.recoveryEnded(id) }
  func recoveryAbandoned(_ id: FailureID) { ledger.recoveryAbandoned(id) }
  package func resourceSucceeded(_ resource: ResourceName) { ledger.resourceSucceeded(resource) }

  // MARK: The log

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

extension Problem {
  /// The same, with foreign text in its sentence made visible.
  fileprivate var escaped: Problem {
    var problem = self
    problem.explanation = explanation?.visible
    return problem
  }
}
