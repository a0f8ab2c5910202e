import OrderedCollections
package import Reactor
package import StatusCore

/// What a recovery came to.
package struct RecoveryResult: Sendable {
  /// What the option gives in place of what the failed call would have returned.
  package enum Value: Sendable {
    case snapshot(ResourceSnapshot)
    /// The snapshot of a resource whose polling was switched on.
    case polling(ResourceSnapshot)
    case location(LocationSnapshot)
  }

  /// The failure that was chosen an option of.
  package let failure: Failure
  package let option: RecoveryOptionID
  /// nil where nothing was performed: `cancel`, or an option of the client's.
  package let value: Value?

  package var isRecovered: Bool { value != nil }
}

/// The recovery options that are being performed.
@LoopActor
package final class Recoveries {
  private let resources: Resources
  private let location: Location
  private let environment: EngineEnvironment
  private let means: RecoveryMeans
  /// In the order in which they began.
  private var running: OrderedDictionary<FailureID, Run> = [:]

  /// A recovery, and who waits for it in the order in which they came.
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
    environment.observers.add(Owner("recoveries"), onChange: { _ in }) { [weak self] in
      self?.resourceSucceeded($0)
    }
  }
}

// MARK: Choosing

extension Recoveries {
  /// What comes of choosing an option.
  package enum Choice {
    /// It is done.
    case ended(RecoveryResult)
    /// It has to be waited for, and is begun or joined by calling this; nothing has changed yet.
    case waits(begin: @LoopActor () -> Ticket<RecoveryResult>)
  }

  /// Chooses an option of a failure, for `owner`.
  ///
  /// - Parameters:
  ///   - failureID: nil for the newest unsettled failure of a fetch or of the location.
  ///   - optionID: nil for `tryAgain`.
  ///   - own: The owner's own failures, of its requests; those of fetches are looked for first.
  ///   - minimum: The recovery does not fail sooner than this after it was begun.
  /// - Throws: `failureNotFound`, `optionNotFound`, `alreadyRecovered`, `nothingToRetry`.
  package func choose(
    failureID: String?, optionID: String?, of own: FailureBook, for owner: Owner, minimum: Duration
  ) throws(Problem) -> Choice {
    let isOwn = failureID.map { !environment.failures.contains($0) && own.contains($0) } ?? false
    let book = isOwn ? own : environment.failures
    let choice = try book.choice(failureID: failureID, optionID: optionID) { conditions(of: $0) }
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
      if let value = performAtOnce(option, of: failure, in: book, for: owner) {
        return .ended(RecoveryResult(failure: failure, option: option, value: value))
      }
      return .waits { [self] in begin(option, of: failure, in: book, minimum) }
    }
  }

  private func conditions(of failure: Failure) -> RecoveryConditions {
    switch failure.resource {
    case ResourceName.location?: location.conditions
    case let name?: resources[name]?.conditions ?? RecoveryConditions()
    case nil: RecoveryConditions()
    }
  }

  /// Performs an option that takes no time; nil for one that does.
  private func performAtOnce(
    _ option: RecoveryOptionID, of failure: Failure, in book: FailureBook, for owner: Owner
  ) -> RecoveryResult.Value? {
    let resource = failure.resource.flatMap { resources[$0] }
    switch option {
    case .useLastKnown:
      settle(failure, in: book)
      return resource.map { .snapshot($0.snapshot) } ?? .location(location.snapshot)
    case .keepTrying:
      // It settles nothing: the failure stays until polling has mended it, or somebody chooses otherwise. The
      // location's source goes on by itself.
      resource?.setPolling(true, for: owner)
      return resource.map { .polling($0.snapshot) } ?? .location(location.snapshot)
    case .cancel, .tryAgain, .tryLater, .waitForConnection, .signIn, .freeSpace, .buyMoreSpace,
      .useDemoRoute, .openSettings, .showHelp:
      return nil
    }
  }

  /// The failure is done with: it leaves the snapshot, if it is shown there.
  private func settle(_ failure: Failure, in book: FailureBook) {
    book.settle(failure.id)
    if failure.resource == .location {
      location.settle(failure.id)
    } else if let resource = failure.resource.flatMap({ resources[$0] }) {
      resource.settle(failure.id)
    }
  }
}

// MARK: Running

extension Recoveries {
  private func begin(
    _ option: RecoveryOptionID, of failure: Failure, in book: FailureBook, _ minimum: Duration
  ) -> Ticket<RecoveryResult> {
    book.recoveryBegan(failure.id, option)
    let recovery: any Recovery
    if let resource = failure.resource.flatMap({ resources[$0] }) {
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

  /// Somebody does not wait any more; with the last one the recovery is given up and the failure is open again.
  private func leave(_ failure: FailureID, _ ticket: Ticket<RecoveryResult>?) {
    guard let run = running[failure] else { return }
    run.tickets.removeAll { $0 === ticket }
    guard run.tickets.isEmpty else { return }
    running[failure] = nil
    run.book.recoveryAbandoned(failure)
    run.recovery.cancel()
  }

  /// `cancel` was chosen while an option runs: it ends, and those who wait for it hear so.
  private func interrupt(_ failure: Failure) {
    guard let run = running.removeValue(forKey: failure.id) else { return }
    run.recovery.cancel()
    let cancelled = environment.failures.record(
      Problem(.requestCancelled), operation: Operation("retry"),
      resource: failure.resource.flatMap { resources[$0] })
    environment.later { for ticket in run.tickets { ticket.end(with: .failure(cancelled)) } }
  }

  private func ended(_ failure: FailureID, _ outcome: Result<RecoveryResult.Value, Failure>) {
    guard let run = running.removeValue(forKey: failure) else { return }
    run.book.recoveryEnded(failure)
    let result = outcome.map { RecoveryResult(failure: run.failure, option: run.option, value: $0) }
    for ticket in run.tickets { ticket.end(with: result) }
  }

  private func resourceSucceeded(_ resource: ResourceName) {
    let waiting = running.values.filter { $0.failure.resource == resource }
    for run in waiting { run.recovery.resourceSucceeded() }
  }
}
