import Providers
import Reactor
import StatusCore

/// Performs a recovery option of a resource's failure.
///
/// First it prepares (waits, reads the configuration, frees space), then it repeats the failed operation.
@LoopActor
final class ResourceRecovery: Recovery {
  private let failure: Failure
  private let option: RecoveryOptionID
  private let resource: Resource
  private let means: RecoveryMeans
  private let minimum: Duration
  private let start: Instant
  private var stage = Stage.new
  private var onEnd: Completion?
  private(set) var message: String?

  private enum Stage {
    case new
    /// Waiting for something; the action cancels the wait.
    case preparing(RecoveryMeans.Action)
    /// Failed already, and waiting for the moment to say so; the action cancels that.
    case failing(RecoveryMeans.Action)
    /// A command runs; the action ends it.
    case commanding(RecoveryMeans.Action)
    case fetching(Ticket<ResourceSnapshot>)
    case over
  }

  init(
    _ failure: Failure, _ option: RecoveryOptionID, of resource: Resource, means: RecoveryMeans,
    minimum: Duration
  ) {
    self.failure = failure
    self.option = option
    self.resource = resource
    self.means = means
    self.minimum = minimum
    start = resource.environment.timers.now
  }

  func begin(_ onEnd: @escaping Completion) {
    self.onEnd = onEnd
    do throws(Problem) {
      try prepare()
    } catch {
      fail(with: error)
    }
  }

  func cancel() {
    let left = stage
    stage = .over
    onEnd = nil
    switch left {
    case .preparing(let callOff), .failing(let callOff), .commanding(let callOff): callOff()
    case .fetching(let ticket): ticket.cancel()
    case .new, .over: break
    }
    resource.recoveryEnded(failure.id)
  }

  /// Ends the recovery if it still waits: there is nothing left to recover from.
  ///
  /// A command goes on. It changes something outside, and half of that may be worse than all of it.
  func resourceSucceeded() {
    switch stage {
    case .preparing(let callOff), .failing(let callOff):
      callOff()
      end(with: .success(.snapshot(resource.snapshot)))
    case .new, .commanding, .fetching, .over: break
    }
  }

  func endWait() {
    guard case .preparing(let callOff) = stage else { return }
    callOff()
    fetch()
  }
}

// MARK: Preparing

extension ResourceRecovery {
  private func prepare() throws(Problem) {
    let store = resource.environment.store
    switch option {
    case .tryLater: return wait(until: retryDate)
    case .waitForConnection: return waitForConnection()
    case .signIn: try means.reloadSources().get()
    case .freeSpace: message = try store.free(for: resource.id)
    case .buyMoreSpace: message = try store.raiseQuota()
    // In a scenario a resource may fail as the location does; it has no route to switch to.
    case .tryAgain, .useDemoRoute: break
    // None of these comes here: `cancel` settles, the next two are performed at once, and the client performs
    // the others.
    case .cancel, .useLastKnown, .keepTrying, .openSettings, .showHelp: break
    case .custom(let name): return performCustomOption(name)
    }
    fetch()
  }

  private var run: RecoveryRun { RecoveryRun(failure: failure.id, option: option) }

  private func prepare(_ callOff: @escaping RecoveryMeans.Action) {
    stage = .preparing(callOff)
    resource.recoveryBegan(run)
  }

  private func wait(until date: Instant) {
    guard date > resource.environment.timers.now else { return fetch() }
    prepare(resource.environment.schedule(at: date) { [weak self] in self?.fetch() })
  }

  /// Runs the command of an option of the user's own; without one there is nothing to do but to repeat.
  private func performCustomOption(_ name: String) {
    guard let command = resource.command(of: name) else { return fetch() }
    let end = means.run(command, failure) { [weak self] problem in
      guard let self else { return }
      if let problem { fail(with: problem) } else { fetch() }
    }
    stage = .commanding(end)
    resource.recoveryBegan(run)
  }

  /// Waits for the network that the source says it has, else for this computer's.
  private func waitForConnection() {
    guard let network = resource.intake.source.network else {
      return prepare(means.whenConnected { [weak self] in self?.fetch() })
    }
    let wait = network.whenConnected { [weak self] in self?.outageIsOver() }
    prepare { wait.cancel() }
  }

  /// A script has its network again; whoever joined a fetch that met the outage would fail with it.
  private func outageIsOver() {
    guard resource.machine.isFetching else { return fetch() }
    let soon = resource.environment.timers.now + .milliseconds(100)
    prepare(resource.environment.schedule(at: soon) { [weak self] in self?.outageIsOver() })
  }

  /// When the server may be asked again: at the time that it gave with the failure, or after the fence that another
  /// response has put up since.
  private var retryDate: Instant {
    Instant(sinceOrigin: max(failure.retryAt ?? .zero, resource.fence?.end ?? .zero))
  }
}

// MARK: Ending

extension ResourceRecovery {
  private func fetch() {
    let operation = failure.operation?.repeated ?? .refresh
    let ticket = resource.fetch(operation, minimum: minimum, recovery: run)
    stage = .fetching(ticket)
    ticket.onEnd { [weak self] in self?.end(with: $0.map { .snapshot($0) }) }
  }

  /// Fails without a fetch, but no sooner than a fetch could fail.
  private func fail(with problem: Problem) {
    stage = .failing(
      resource.environment.schedule(at: start + minimum) { [weak self] in
        guard let self else { return }
        end(with: .failure(resource.failure(of: problem, recovering: failure)))
      })
    resource.recoveryBegan(run)
  }

  private func end(with outcome: Result<RecoveryResult.Value, Failure>) {
    let completion = onEnd
    stage = .over
    onEnd = nil
    // The new failure replaces the former one, which is settled now.
    if case .failure(let fresh) = outcome, fresh.kind != .requestCancelled {
      resource.replaceFailure(failure.id, with: fresh)
    }
    resource.recoveryEnded(failure.id)
    completion?(outcome)
  }
}
