@testable import StatusCore

/// What can happen to a ledger, as a value.
enum LedgerEvent: Hashable, Sendable {
  /// A fetch fails.
  case fail(FailureKind = .timeout, resource: ResourceID = .state)
  /// A request fails that fetches nothing.
  case reject(FailureKind)
  case choose(String? = nil, String? = nil)
  case recoveryEnds(String)
  case recoveryIsAbandoned(String)
  case succeed(ResourceID = .state)
}

/// What the ledger says to a choice.
enum LedgerChoice: Hashable, Sendable {
  case perform(String, RecoveryOptionID)
  case join(String, RecoveryOptionID)
  case settle(String)
  case interrupt(String, RecoveryOptionID)
  case leave(String, RecoveryOptionID)
  case refused(FailureKind, running: RecoveryOptionID? = nil)
}

/// A ledger with an owner that does as it says.
struct LedgerPlay {
  var ledger = FailureLedger()
  /// What holds for every resource.
  var conditions = RecoveryConditions()

  init(after events: [LedgerEvent] = [], under conditions: RecoveryConditions = RecoveryConditions()) {
    self.conditions = conditions
    for event in events { _ = handle(event) }
  }

  mutating func record(_ problem: Problem, in context: FailureContext) -> Failure {
    ledger.record(problem, in: context)
  }

  /// What comes of the event; nil for all but choices.
  mutating func handle(_ event: LedgerEvent) -> LedgerChoice? {
    switch event {
    case .fail(let kind, let resource): _ = record(Problem(kind), in: .fetch(of: resource))
    case .reject(let kind): _ = record(Problem(kind), in: FailureContext(at: .start))
    case .choose(let failure, let option): return choose(failure, option)
    case .recoveryEnds(let id): ledger.recoveryEnded(FailureID(rawValue: id))
    case .recoveryIsAbandoned(let id): ledger.recoveryAbandoned(FailureID(rawValue: id))
    case .succeed(let resource): ledger.resourceSucceeded(resource)
    }
    return nil
  }

  private mutating func choose(_ failureID: String?, _ optionID: String?) -> LedgerChoice {
    do throws(Problem) {
      let choice = try ledger.choice(
        failureID: failureID, optionID: optionID, conditions: { _ in conditions })
      perform(choice)
      return LedgerChoice(choice)
    } catch {
      return .refused(error.kind, running: error.detail.running)
    }
  }

  private mutating func perform(_ choice: FailureLedger.Choice) {
    switch choice {
    case .perform(let failure, let option): ledger.recoveryBegan(failure.id, option)
    case .settle(let failure), .interrupt(let failure, _): ledger.settle(failure.id)
    case .join, .leave: break
    }
  }
}

extension LedgerChoice {
  init(_ choice: FailureLedger.Choice) {
    self =
      switch choice {
      case .perform(let failure, let option): .perform(failure.id.rawValue, option)
      case .join(let failure, let option): .join(failure.id.rawValue, option)
      case .settle(let failure): .settle(failure.id.rawValue)
      case .interrupt(let failure, let option): .interrupt(failure.id.rawValue, option)
      case .leave(let failure, let option): .leave(failure.id.rawValue, option)
      }
  }
}

extension FailureContext {
  static func fetch(of resource: ResourceID) -> FailureContext {
    FailureContext(operation: "refresh", resource: resource, at: .start)
  }
}

extension Timestamp {
  static let start = Timestamp(millisecondsSince1970: 946_684_800_000)
}
