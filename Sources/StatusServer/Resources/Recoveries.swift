import Jansson
import Reactor
import StatusCore

/// The recovery options that are being performed (PROTOCOL.md section 6, `retry`).
@LoopActor
final class Recoveries {
  /// What a recovery came to.
  enum Outcome {
    /// With the result that the failed call would have had.
    case recovered(Failure, RecoveryOptionID, JSONText)
    /// The recovery failed; the failure is a new one.
    case failed(Failure)
  }

  /// Someone who waits for a recovery.
  struct Waiter: Hashable {
    fileprivate let failure: FailureID
    fileprivate let number: Int
  }

  private typealias Completion = @LoopActor (Outcome) -> Void

  /// A fetch that is to recover from a failure, and who waits for it.
  private struct Running {
    let resource: Resource
    let fetch: WaiterID
    var completions: [Waiter: Completion]
  }

  private let resources: Resources
  private let failures: FailureBook
  private var running: [FailureID: Running] = [:]
  private var nextNumber = 0

  init(resources: Resources, failures: FailureBook) {
    self.resources = resources
    self.failures = failures
  }

  /// Performs an option, or joins it where it is being performed.
  ///
  func choose(
    failureID: String?, optionID: String?, _ completion: @escaping @LoopActor (Outcome) -> Void
  ) throws(Problem) -> Choice {
    switch failures.choose(failureID: failureID, optionID: optionID) {
    case .refused(let problem): throw problem
    case .settled(let failure, let option): return .settled(failure, option)
    case .perform(let failure, let option): return .waiting(try start(failure, option, completion))
    case .join(let failure, _): return .waiting(add(completion, to: failure.id))
    }
  }

  /// Whether the choice would have to be waited for; nothing is chosen yet.
  func wouldWait(failureID: String?, optionID: String?) -> Bool {
    switch failures.preview(failureID: failureID, optionID: optionID) {
    case .perform, .join: true
    case .settled, .refused: false
    }
  }

  /// What comes of choosing an option.
  enum Choice {
    /// There was nothing to perform: `cancel`, or an option of the client's.
    case settled(Failure, RecoveryOptionID)
    /// `completion` will be told.
    case waiting(Waiter)
  }

  /// A waiter wants no answer any more; with the last one the recovery is given up and the failure is open
  /// again.
  func leave(_ waiter: Waiter) {
    running[waiter.failure]?.completions[waiter] = nil
    guard let left = running[waiter.failure], left.completions.isEmpty else { return }
    running[waiter.failure] = nil
    left.resource.leave(left.fetch)
    failures.recoveryAbandoned(waiter.failure)
  }

  private func start(
    _ failure: Failure, _ option: RecoveryOptionID, _ completion: @escaping Completion
  ) throws(Problem) -> Waiter {
    guard option == .tryAgain, let name = failure.resource, let operation = failure.operation else {
      failures.recoveryAbandoned(failure.id)
      throw Problem(.optionNotFound)
    }
    let resource = resources.known(name)
    let fetch = resource.fetch(operation, recovering: failure.id) { [weak self] outcome in
      self?.fetchEnded(failure, option, outcome)
    }
    running[failure.id] = Running(resource: resource, fetch: fetch, completions: [:])
    return add(completion, to: failure.id)
  }

  private func add(_ completion: @escaping Completion, to failure: FailureID) -> Waiter {
    let waiter = Waiter(failure: failure, number: nextNumber)
    nextNumber += 1
    running[failure]?.completions[waiter] = completion
    return waiter
  }

  private func fetchEnded(
    _ failure: Failure, _ option: RecoveryOptionID, _ outcome: Result<JSONText, Failure>
  ) {
    failures.recoveryEnded(failure.id)
    let told = running.removeValue(forKey: failure.id)?.completions ?? [:]
    for (_, completion) in told.sorted(by: { $0.key.number < $1.key.number }) {
      switch outcome {
      case .success(let result): completion(.recovered(failure, option, result))
      case .failure(let fresh): completion(.failed(fresh))
      }
    }
  }
}
