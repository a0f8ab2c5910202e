import OrderedCollections
package import Reactor
package import StatusCore

/// The outcome of a recovery.
package struct RecoveryResult: Sendable {
  /// The value that the option returns in place of the result of the failed call.
  package enum Value: Sendable {
    case snapshot(ResourceSnapshot)
    /// The snapshot of a resource whose polling was switched on.
    case polling(ResourceSnapshot)
    case location(LocationSnapshot)
  }

  /// The failure whose option was chosen.
  package let failure: Failure
  package let option: RecoveryOptionID
  /// Nil if the engine performed nothing: for `cancel`, and for an option that the client performs.
  package let value: Value?
  /// A sentence for a person about what was done; nil for nothing to say.
  package var message: String?

  package var isRecovered: Bool { value != nil }
}

extension RecoveryResult {
  /// The failure stays as it was, because a person did not want to choose.
  package init(left failure: Failure) { self.init(failure: failure, option: .cancel, value: nil) }
}

/// The recoveries that are running, and the choice of new ones.
@LoopActor
package final class Recoveries {
  private let resources: Resources
  private let location: Location
  private let environment: EngineEnvironment
  private let means: RecoveryMeans
  /// The running recoveries, in the order in which they began.
  private var running: OrderedDictionary<FailureID, Run> = [:]

  /// A running recovery, with the tickets of its waiters in order of arrival.
  @LoopActor
  private final class Run {
    let failure: Failure
    let option: RecoveryOptionID
    let book: FailureBook
    let recovery: any Recovery
    var tickets: [Ticket<RecoveryResult>] = []

    init(_ failure: Failure, _ option: RecoveryOptionID, in book: FailureBook, _ recovery: any Recovery) {
      self.failure = failure
      self.option = option
      self.book = book
      self.recovery = recovery
    }
  }

  init(resources: Resources, location: Location, environment: EngineEnvironment, means: RecoveryMeans) {
    self.resources = resources
    self.location = location
    self.environment = environment
    self.means = means
    environment.observers.add(
      Owner("recoveries"),
      Observer { _ in
      } onSuccess: { [weak self] in
        self?.resourceSucceeded($0)
      })
  }
}

// MARK: Choosing

extension Recoveries {
  /// What follows from choosing an option.
  package enum Choice {
    /// The option is done.
    case ended(RecoveryResult)
    /// The option takes time. Nothing has changed yet: calling `begin` starts the recovery or joins it.
    case waits(begin: @LoopActor () -> Ticket<RecoveryResult>)
  }

  /// Chooses an option of a failure on behalf of `owner`.
  ///
  /// - Parameters:
  ///   - failureID: The failure; nil for the newest unsettled failure of a fetch or of the location.
  ///   - optionID: The option; nil for `tryAgain`.
  ///   - own: The failures of the owner's requests.
  ///   - minimum: The shortest time from the begin of the recovery to its failure.
  /// - Throws: `failureNotFound`, `optionNotFound`, `alreadyRecovered` or `nothingToRetry`.
  package func choose(
    failureID: String?, optionID: String?, of own: FailureBook, for owner: Owner, minimum: Duration
  ) throws(Problem) -> Choice {
    let book = book(of: failureID, own)
    let choice = try book.ask { (ledger) throws(Problem) in
      try ledger.choice(failureID: failureID, optionID: optionID) { conditions(of: $0) }
    }
    switch choice {
    case .leave(let failure, let option):
      return .ended(RecoveryResult(failure: failure, option: option, value: nil))
    case .settle(let failure):
      settle(failure, in: book)
      return .ended(RecoveryResult(failure: failure, option: .cancel, value: nil))
    case .interrupt(let failure, _):
      interrupt(failure)
      settle(failure, in: book)
      return .ended(RecoveryResult(failure: failure, option: .cancel, value: nil))
    case .join(let failure, _):
      return .waits { [self] in add(to: failure.id) }
    case .perform(let failure, let option):
      let resource = try failure.resourceID.flatMap { (id) throws(Problem) in try resources.resource(of: id) }
      if let value = performAtOnce(option, of: failure, resource, in: book, for: owner) {
        return .ended(RecoveryResult(failure: failure, option: option, value: value))
      }
      return .waits { [self] in begin(option, of: failure, resource, in: book, minimum) }
    }
  }

  /// A failure with the options that can be chosen of it now.
  ///
  /// - Parameters: As of ``choose(failureID:optionID:of:for:minimum:)``.
  /// - Throws: `failureNotFound`, `alreadyRecovered` or `nothingToRetry`.
  package func unsettled(_ failureID: String?, of own: FailureBook) throws(Problem) -> Failure {
    try book(of: failureID, own).ask { (ledger) throws(Problem) in
      try ledger.unsettled(failureID) { conditions(of: $0) }
    }
  }

  /// The book that has a failure: ids are unique, so one of the owner's own is in no other.
  private func book(of failureID: String?, _ own: FailureBook) -> FailureBook {
    guard let failureID, own.ask({ $0.contains(failureID) }) else { return environment.failures }
    return own
  }

  private func conditions(of failure: Failure) -> RecoveryConditions {
    switch failure.resourceID {
    case ResourceID.location?: location.conditions
    case let id?: resources[id]?.conditions ?? RecoveryConditions()
    case nil: RecoveryConditions()
    }
  }

  /// Performs an option that takes no time.
  ///
  /// - Returns: Nil for an option that takes time; it was not performed.
  private func performAtOnce(
    _ option: RecoveryOptionID, of failure: Failure, _ resource: Resource?, in book: FailureBook,
    for owner: Owner
  ) -> RecoveryResult.Value? {
    switch option {
    case .useLastKnown:
      settle(failure, in: book)
      return resource.map { .snapshot($0.snapshot) } ?? .location(location.snapshot)
    case .keepTrying:
      // The failure is not settled: it stays until a poll succeeds or somebody chooses another option. The
      // location needs no polling, because its source keeps running by itself.
      resource?.setPolling(true, for: owner)
      return resource.map { .polling($0.snapshot) } ?? .location(location.snapshot)
    case .cancel, .tryAgain, .tryLater, .waitForConnection, .signIn, .freeSpace, .buyMoreSpace,
      .useDemoRoute, .openSettings, .showHelp, .custom:
      return nil
    }
  }

  /// Settles a failure; if a snapshot shows it, the snapshot drops it.
  private func settle(_ failure: Failure, in book: FailureBook) {
    book.ledger.settle(failure.id)
    if failure.resource == .location {
      location.settle(failure.id)
    } else if let resource = failure.resourceID.flatMap({ resources[$0] }) {
      resource.settle(failure.id)
    }
  }
}

// MARK: Looking

extension Recoveries {
  /// A failure with the options that can work now; nil if it is settled or no longer remembered.
  ///
  /// - Parameter own: The failures of the owner's requests.
  package func present(_ failure: Failure, of own: FailureBook) -> Failure? {
    guard environment.failures.ask({ $0.isOpen(failure.id) }) || own.ask({ $0.isOpen(failure.id) }) else {
      return nil
    }
    var conditions = conditions(of: failure)
    conditions.running = runningOption(of: failure.id)
    return failure.offered(under: conditions)
  }

  /// The option of a failure that is being performed; nil if none is.
  package func runningOption(of id: FailureID) -> RecoveryOptionID? {
    running.isEmpty ? nil : running[id]?.option
  }
}

// MARK: Running

extension Recoveries {
  private func begin(
    _ option: RecoveryOptionID, of failure: Failure, _ resource: Resource?, in book: FailureBook,
    _ minimum: Duration
  ) -> Ticket<RecoveryResult> {
    book.ledger.recoveryBegan(failure.id, option)
    let recovery: any Recovery
    if let resource {
      recovery = ResourceRecovery(failure, option, of: resource, means: means, minimum: minimum)
    } else {
      recovery = LocationRecovery(failure, option, of: location, minimum: minimum)
    }
    running[failure.id] = Run(failure, option, in: book, recovery)
    let ticket = add(to: failure.id)
    recovery.begin { [weak self] in self?.ended(failure.id, $0) }
    return ticket
  }

  private func add(to failure: FailureID) -> Ticket<RecoveryResult> {
    let ticket = Ticket<RecoveryResult>()
    guard let run = running[failure] else { return ticket }
    run.tickets.append(ticket)
    ticket.whenCancelled { [weak self, weak ticket] in self?.leave(failure, ticket) }
    return ticket
  }

  /// A waiter has left.
  ///
  /// When the last one leaves, the recovery is cancelled and the failure is open again.
  private func leave(_ failure: FailureID, _ ticket: Ticket<RecoveryResult>?) {
    guard let run = running[failure] else { return }
    run.tickets.removeAll { $0 === ticket }
    guard run.tickets.isEmpty else { return }
    running[failure] = nil
    run.book.ledger.recoveryAbandoned(failure)
    run.recovery.cancel()
  }

  /// Ends a running recovery because `cancel` was chosen; its waiters get `requestCancelled`.
  private func interrupt(_ failure: Failure) {
    guard let run = running.removeValue(forKey: failure.id) else { return }
    run.recovery.cancel()
    let cancelled = environment.failures.record(
      Problem(.requestCancelled), operation: .retry,
      resource: failure.resourceID.flatMap { resources[$0] })
    environment.later { for ticket in run.tickets { ticket.end(with: .failure(cancelled)) } }
  }

  private func ended(_ failure: FailureID, _ outcome: Result<RecoveryResult.Value, Failure>) {
    guard let run = running.removeValue(forKey: failure) else { return }
    // A fetch that was cancelled leaves the failure as it was before.
    if case .failure(let fresh) = outcome, fresh.kind == .requestCancelled {
      run.book.ledger.recoveryAbandoned(failure)
    } else {
      run.book.ledger.recoveryEnded(failure)
    }
    let result = outcome.map {
      RecoveryResult(failure: run.failure, option: run.option, value: $0, message: run.recovery.message)
    }
    for ticket in run.tickets { ticket.end(with: result) }
  }

  /// Ends all waits, because what they wait for has gone with the scenario that played.
  func endWaits() {
    for run in Array(running.values) { run.recovery.endWait() }
  }

  private func resourceSucceeded(_ resource: ResourceID) {
    let waiting = running.values.filter { $0.failure.resourceID == resource }
    for run in waiting { run.recovery.resourceSucceeded() }
  }
}
