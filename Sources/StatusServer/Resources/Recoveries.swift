import Jansson
import Reactor
import StatusCore

/// The recovery options that are being performed (PROTOCOL.md section 6, `retry`).
@LoopActor
final class Recoveries {
  /// What a recovery came to.
  enum Outcome {
    /// With the result that the failed call would have had, or what the option gives in its place.
    case recovered(Failure, RecoveryOptionID, JSONText)
    /// The recovery failed; the failure is a new one.
    case failed(Failure)
  }

  /// Someone who waits for a recovery.
  struct Waiter: Hashable {
    fileprivate let failure: FailureID
    fileprivate let number: Int
  }

  typealias Completion = @LoopActor (Outcome) -> Void

  /// A recovery, and who waits for it.
  private struct Running {
    let recovery: any RecoveryUnderWay
    var completions: [Waiter: Completion] = [:]
  }

  private let resources: Resources
  private let location: Location
  private let failures: FailureBook
  private let means: RecoveryMeans
  private var running: [FailureID: Running] = [:]
  private var nextNumber = 0

  init(resources: Resources, location: Location, failures: FailureBook, means: RecoveryMeans) {
    self.resources = resources
    self.location = location
    self.failures = failures
    self.means = means
    for resource in resources.all {
      resource.hasNews = { [weak self] in self?.resourceSucceeded($0) }
    }
  }

  /// What comes of choosing an option.
  enum Choice {
    /// There was nothing to perform: `cancel`, or an option of the client's.
    case settled(Failure, RecoveryOptionID)
    /// `completion` will be told, or has been.
    case waiting(Waiter)
  }

  /// Performs an option, or joins it where it is being performed.
  func choose(
    failureID: String?, optionID: String?, _ completion: @escaping Completion
  ) throws(Problem) -> Choice {
    switch failures.choose(failureID: failureID, optionID: optionID) {
    case .refused(let problem): throw problem
    case .settled(let failure, let option): return .settled(failure, option)
    case .perform(let failure, let option): return .waiting(start(failure, option, completion))
    case .join(let failure, _): return .waiting(add(completion, to: failure.id))
    }
  }

  /// Whether the choice would have to be waited for; nothing is chosen yet.
  func wouldWait(failureID: String?, optionID: String?) -> Bool {
    switch failures.preview(failureID: failureID, optionID: optionID) {
    case .perform(_, let option): option != .useLastKnown && option != .keepTrying
    case .join: true
    case .settled, .refused: false
    }
  }

  /// A waiter wants no answer any more; with the last one the recovery is given up and the failure is open
  /// again.
  func leave(_ waiter: Waiter) {
    running[waiter.failure]?.completions[waiter] = nil
    guard let left = running[waiter.failure], left.completions.isEmpty else { return }
    running[waiter.failure] = nil
    left.recovery.cancel()
    failures.recoveryAbandoned(waiter.failure)
  }

  private func start(
    _ failure: Failure, _ option: RecoveryOptionID, _ completion: @escaping Completion
  ) -> Waiter {
    guard let name = failure.resource else {
      preconditionFailure("\(failure.kind) of no resource offers \(option)")
    }
    let recovery: any RecoveryUnderWay =
      name == .location
      ? LocationRecovery(failure, option, of: location)
      : Recovery(failure, option, of: resources.known(name), means: means)
    running[failure.id] = Running(recovery: recovery)
    let waiter = add(completion, to: failure.id)
    recovery.start { [weak self] in self?.ended(recovery, $0) }
    return waiter
  }

  private func add(_ completion: @escaping Completion, to failure: FailureID) -> Waiter {
    let waiter = Waiter(failure: failure, number: nextNumber)
    nextNumber += 1
    running[failure]?.completions[waiter] = completion
    return waiter
  }

  private func ended(_ recovery: any RecoveryUnderWay, _ outcome: Result<JSONText, Failure>) {
    let failure = recovery.failure
    failures.recoveryEnded(failure.id)
    let told = running.removeValue(forKey: failure.id)?.completions ?? [:]
    for (_, completion) in told.sorted(by: { $0.key.number < $1.key.number }) {
      switch outcome {
      case .success(let result): completion(.recovered(failure, recovery.option, result))
      case .failure(let fresh): completion(.failed(fresh))
      }
    }
  }

  private func resourceSucceeded(_ resource: Resource) {
    let waiting = running.values.sorted { $0.recovery.failure.id.rawValue < $1.recovery.failure.id.rawValue }
    for one in waiting { one.recovery.resourceSucceeded(resource) }
  }
}
