@testable import StatusCore

/// What can happen to a ledger, as a value.
enum LedgerEvent: Hashable, Sendable {
  /// A fetch fails.
  case fail(FailureKind = .timeout, resource: ResourceName = .state)
  /// A request fails that fetches nothing.
  case reject(FailureKind)
  case choose(String? = nil, String? = nil)
  case recoveryEnds(String)
  case recoveryIsAbandoned(String)
  case succeed(ResourceName = .state)
}

/// What the ledger says to a choice.
enum LedgerChoice: Hashable, Sendable {
  case perform(String, RecoveryOptionID)
  case join(String, RecoveryOptionID)
  case settled(String, RecoveryOptionID)
  case refused(FailureKind, running: RecoveryOptionID? = nil)
}

extension FailureLedger {
  init(after events: [LedgerEvent]) {
    self.init()
    for event in events { _ = handle(event) }
  }

  /// What comes of the event; nil for all but choices.
  mutating func handle(_ event: LedgerEvent) -> LedgerChoice? {
    switch event {
    case .fail(let kind, let resource): _ = record(Problem(kind), in: .fetch(of: resource))
    case .reject(let kind): _ = record(Problem(kind), in: FailureContext(at: .start))
    case .choose(let failure, let option): return LedgerChoice(choose(failureID: failure, optionID: option))
    case .recoveryEnds(let id): recoveryEnded(FailureID(rawValue: id))
    case .recoveryIsAbandoned(let id): recoveryAbandoned(FailureID(rawValue: id))
    case .succeed(let resource): resourceSucceeded(resource)
    }
    return nil
  }
}

extension LedgerChoice {
  init(_ choice: FailureLedger.Choice) {
    self =
      switch choice {
      case .perform(let failure, let option): .perform(failure.id.rawValue, option)
      case .join(let failure, let option): .join(failure.id.rawValue, option)
      case .settled(let failure, let option): .settled(failure.id.rawValue, option)
      case .refused(let problem): .refused(problem.kind, running: problem.detail.running)
      }
  }
}

extension FailureContext {
  static func fetch(of resource: ResourceName) -> FailureContext {
    FailureContext(operation: "refresh", resource: resource, at: .start)
  }
}

extension Timestamp {
  static let start = Timestamp(millisecondsSince1970: 946_684_800_000)
}
