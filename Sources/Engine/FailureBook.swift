import Logging
package import Reactor
package import StatusCore
import Text

/// A ledger of failures, the time at which they occur, and their log.
///
/// Every failure that a client can see is in a book. The engine's own book has the failures of fetches and of
/// the location. Each session has a book for the failures of its requests (``Engine/makeFailureBook()``), so
/// a client that sends nonsense cannot push other failures out of the ledger.
@LoopActor
package final class FailureBook {
  package var ledger: FailureLedger
  /// The book that numbers the failures of this one; nil for the engine's own, which numbers all.
  private let numbering: FailureBook?
  private let time: any TimeSource
  private let logger: Logger
  /// The least level that the log takes, which stays as it is; the logger copies its handler to say it.
  private let logged: Logger.Level

  init(
    numberedBy numbering: FailureBook? = nil, time: any TimeSource, logger: Logger, configurationFile: String?
  ) {
    ledger = FailureLedger(configurationFile: configurationFile)
    self.numbering = numbering
    self.time = time
    self.logger = logger
    logged = logger.logLevel
  }

  /// The time of day on the engine's clock.
  var now: Timestamp {
    Timestamp(millisecondsSince1970: time.millisecondsSince1970)
  }

  /// Turns a problem into a failure, remembers it and logs it.
  ///
  /// Foreign text in the explanation is made visible here, for every message and log line at once.
  package func record(_ problem: Problem, in context: consuming FailureContext) -> Failure {
    if let wait = problem.retryAfter, context.retryAt == nil { context.retryAt = time.now.sinceOrigin + wait }
    let failure = ledger.record(
      problem, saying: problem.visibleWords, id: numbering?.ledger.nextID(), in: context)
    log(failure)
    return failure
  }

  /// Turns a problem that did not end a fetch into a failure: an invalid message or a refused call.
  ///
  /// - Parameters:
  ///   - operation: The operation that failed; nil if the message names no method of ours.
  ///   - resource: The resource that the call would have fetched, so that it can be tried again.
  package func record(
    _ problem: Problem, operation: consuming Operation? = nil, resource: Resource? = nil
  ) -> Failure {
    // Where nothing is served there is no value to show either.
    let hasValue = problem.kind != .sourceMisconfigured
    let conditions = resource?.conditions ?? RecoveryConditions(hasValue: hasValue)
    let presentation = Presentation.of(problem.kind, hasValue: conditions.hasValue, isPoll: false)
    return record(
      problem,
      in: FailureContext(
        operation: operation, resource: resource?.id, presentation: presentation, conditions: conditions,
        customOptions: resource?.customOptions.offered ?? [], at: now))
  }

  /// Asks the ledger in its place: a method of another module would be handed a copy of its four tables.
  func ask<Answer, Refusal>(
    _ question: (inout FailureLedger) throws(Refusal) -> Answer
  ) throws(Refusal) -> Answer {
    try question(&ledger)
  }

  /// Logs a failure that was recorded: those of resources as warnings, because the user can act on them, and mistakes
  /// of clients as info.
  func log(_ failure: Failure) {
    let level = failure.resource == nil ? Logger.Level.info : .warning
    guard logged <= level else { return }
    logger.log(
      level: level, "failed",
      metadata: [
        "operation": "\(failure.method ?? "-")",
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
  /// The sentence is kept, since making it is much of what an error costs; one that has advice with it is made again.
  var escaped: Problem {
    guard let explanation, let words = visibleWords else { return self }
    guard explanation.advice == nil || words != explanation.words else { return self }
    var problem = self
    problem.explanation = .composed(words)
    return problem
  }

  /// The explanation with foreign text made visible; nil without one.
  fileprivate var visibleWords: Wording? {
    guard let words = explanation?.words else { return nil }
    return words.utf8.isPrintableASCII ? words : Wording(words.string.visible)
  }
}
