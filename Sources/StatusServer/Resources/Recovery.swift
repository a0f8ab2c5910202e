import Jansson
import Reactor
import StatusCore

/// One recovery option being performed: what it takes first, and then the failed operation once more.
@LoopActor
final class Recovery: RecoveryUnderWay {
  typealias Completion = @LoopActor (Result<JSONText, Failure>) -> Void

  let failure: Failure
  let option: RecoveryOptionID
  private let resource: Resource
  private let means: RecoveryMeans
  private var stage = Stage.new
  private var ended: Completion?

  private enum Stage {
    case new
    /// Waiting for something; the action calls that off.
    case preparing(RecoveryMeans.Action)
    case fetching(WaiterID)
    case over
  }

  init(_ failure: Failure, _ option: RecoveryOptionID, of resource: Resource, means: RecoveryMeans) {
    self.failure = failure
    self.option = option
    self.resource = resource
    self.means = means
  }

  /// Performs the option; `ended` is called once, maybe before this returns, unless it is cancelled first.
  func start(_ ended: @escaping Completion) {
    self.ended = ended
    do throws(Problem) {
      try prepare()
    } catch {
      end(with: .failure(resource.failure(of: error, recovering: failure)))
    }
  }

  /// Nobody waits for it any more.
  func cancel() {
    let left = stage
    stage = .over
    ended = nil
    switch left {
    case .preparing(let callOff): callOff()
    case .fetching(let waiter): resource.leave(waiter)
    case .new, .over: break
    }
  }

  /// The resource has succeeded while this was still waiting for something: that is all it was for.
  func resourceSucceeded(_ succeeded: Resource) {
    guard succeeded === resource, case .preparing(let callOff) = stage else { return }
    callOff()
    end(with: .success(resource.snapshotText))
  }
}

extension Recovery {
  private func prepare() throws(Problem) {
    let store = resource.environment.store
    switch option {
    case .tryAgain:
      fetch()
    case .tryLater:
      wait(for: timeLeft)
    case .waitForConnection:
      waitForConnection()
    case .signIn:
      try means.reloadSources()
      fetch()
    case .freeSpace:
      try store.free()
      fetch()
    case .buyMoreSpace:
      try store.raiseQuota()
      fetch()
    case .useLastKnown:
      end(with: .success(resource.snapshotText))
    case .keepTrying:
      resource.setPolling(true)
      end(with: .success(JSONText { [resource] in $0.polling(of: resource.snapshot) }))
    case .cancel, .useDemoRoute, .openSettings, .showHelp:
      preconditionFailure("\(option) is not for the daemon to perform on a resource")
    }
  }

  private func wait(for time: Duration) {
    guard time > .zero else { return fetch() }
    let timer = resource.environment.timers.schedule(after: time) { [weak self] in self?.fetch() }
    stage = .preparing(timer.cancel)
  }

  /// It may call back at once, when the network is there already.
  private func waitForConnection() {
    var isConnected = false
    let callOff = means.whenConnected { [weak self] in
      isConnected = true
      self?.fetch()
    }
    if !isConnected { stage = .preparing(callOff) }
  }

  /// What is left of the time that the server asked for.
  private var timeLeft: Duration {
    let asked = failure.retryAfter ?? .zero
    let now = resource.environment.now.time.millisecondsSince1970
    let passed = Duration.milliseconds(now - failure.occurredAt.millisecondsSince1970)
    // The time of day may have jumped, and it is cut to milliseconds: a moment too early would meet the fence.
    return max(min(max(asked - passed, .zero), asked), resource.timeBehindFence)
  }

  private func fetch() {
    guard let operation = failure.operation else { preconditionFailure("nothing to repeat") }
    stage = .new
    let waiter = resource.fetch(operation, recovering: failure.id) { [weak self] in self?.end(with: $0) }
    // A fence ends a fetch before it has begun.
    if case .new = stage { stage = .fetching(waiter) }
  }

  private func end(with outcome: Result<JSONText, Failure>) {
    let tell = ended
    stage = .over
    ended = nil
    tell?(outcome)
  }
}
