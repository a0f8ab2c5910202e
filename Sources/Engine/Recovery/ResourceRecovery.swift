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

  private enum Stage {
    case new
    /// Waiting for something; the action cancels the wait.
    case preparing(RecoveryMeans.Action)
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
    case .preparing(let callOff): callOff()
    case .fetching(let ticket): ticket.cancel()
    case .new, .over: break
    }
    resource.recoveryEnded(failure.id)
  }

  /// Ends the recovery if it still prepares: there is nothing left to recover from.
  func resourceSucceeded() {
    guard case .preparing(let callOff) = stage else { return }
    callOff()
    end(with: .success(.snapshot(resource.snapshot)))
  }
}

// MARK: Preparing

extension ResourceRecovery {
  private func prepare() throws(Problem) {
    let store = resource.environment.store
    switch option {
    case .tryLater: return wait(for: timeLeft)
    case .waitForConnection: return waitForConnection()
    case .signIn: try means.reloadSources().get()
    case .freeSpace: try store.free()
    case .buyMoreSpace: try store.raiseQuota()
    // In a scenario a resource may fail as the location does; it has no route to switch to.
    case .tryAgain, .useDemoRoute: break
    // None of these comes here: `cancel` settles, the next two are performed at once, and the client performs
    // the others.
    case .cancel, .useLastKnown, .keepTrying, .openSettings, .showHelp: break
    }
    fetch()
  }

  private var run: RecoveryRun { RecoveryRun(failure: failure.id, option: option) }

  private func prepare(_ callOff: @escaping RecoveryMeans.Action) {
    stage = .preparing(callOff)
    resource.recoveryBegan(run)
  }

  private func wait(for time: Duration) {
    guard time > .zero else { return fetch() }
    let date = resource.environment.timers.now + time
    prepare(resource.environment.schedule(at: date) { [weak self] in self?.fetch() })
  }

  private func waitForConnection() {
    prepare(means.whenConnected { [weak self] in self?.fetch() })
  }

  /// What is left of the Retry-After time that the server asked for.
  private var timeLeft: Duration {
    let asked = failure.retryAfter ?? .zero
    let now = resource.environment.now.time.millisecondsSince1970
    let passed = Duration.milliseconds(now - failure.occurredAt.millisecondsSince1970)
    // The time of day may jump and is cut to milliseconds; a fetch that starts too early would meet the
    // fence.
    return max(min(max(asked - passed, .zero), asked), resource.timeBehindFence)
  }
}

// MARK: Ending

extension ResourceRecovery {
  private func fetch() {
    let operation = failure.operation?.repeated ?? Operation("refresh")
    let ticket = resource.fetch(operation, minimum: minimum, recovery: run)
    stage = .fetching(ticket)
    ticket.onEnd { [weak self] in self?.end(with: $0.map { .snapshot($0) }) }
  }

  /// Fails without a fetch, but no sooner than a fetch could fail.
  private func fail(with problem: Problem) {
    prepare(
      resource.environment.schedule(at: start + minimum) { [weak self] in
        guard let self else { return }
        end(with: .failure(resource.failure(of: problem, recovering: failure)))
      })
  }

  private func end(with outcome: Result<RecoveryResult.Value, Failure>) {
    let completion = onEnd
    stage = .over
    onEnd = nil
    // The new failure replaces the former one, which is settled now.
    if case .failure(let fresh) = outcome { resource.replaceFailure(failure.id, with: fresh) }
    resource.recoveryEnded(failure.id)
    completion?(outcome)
  }
}
