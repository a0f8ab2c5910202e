import Reactor
import StatusCore

/// Someone who waits for a fetch: a call, or a recovery for all who chose it.
@LoopActor
final class WaiterModel {
  enum Kind {
    case call(CallID)
    case recovery(RecoveryModel)
  }

  let kind: Kind
  /// The method that a failure names, and what a repetition of it has again: the caller's own time.
  let operation: String
  let timeout: Duration?
  /// Until when it waits.
  let deadline: Duration

  init(_ kind: Kind, _ operation: String, timeout: Duration?, at now: Duration) {
    self.kind = kind
    self.operation = operation
    self.timeout = timeout
    deadline = now + (timeout ?? .seconds(30))
  }

  /// The failure that this one wants to recover from.
  var recovering: FailureModel? {
    if case .recovery(let recovery) = kind { recovery.failure } else { nil }
  }

  /// Of two at one moment, the one who said so itself comes first.
  func isOverBefore(_ other: WaiterModel) -> Bool {
    deadline == other.deadline ? timeout != nil && other.timeout == nil : deadline < other.deadline
  }
}

/// A fetch under way, as the contract has it.
struct FlightModel {
  enum Phase {
    case attempting(since: Duration)
    /// The next attempt begins at some time in the range.
    case waiting(ClosedRange<Duration>)
    /// An attempt has failed so close to the deadline that it hangs on the length of the wait whether there is
    /// another, at some time in the range.
    case undecided(Problem, at: Duration, next: ClosedRange<Duration>)
    /// It has failed, and nobody learns that before a time.
    case holding(Problem, failedAt: Duration, until: Duration)
  }

  /// A failure is not reported sooner than this after the first call of a fetch.
  static let minimum = Duration.milliseconds(300)

  var phase: Phase
  let begun: Duration
  var attempts: [FailureKind] = []
  var waiters: [WaiterModel] = []
  var isPolled = false
  var maxAttempts = 3
  /// When the whole fetch is over: the latest that anyone has waited until.
  var deadline: Duration
  /// Before this nobody learns of a failure; nil while nobody has called.
  var holdUntil: Duration?
  /// The source has not been asked yet.
  var awaitsStart: Bool
  /// A fence stood, and nobody is asked.
  var isRefused = false
  /// Whether a caller began it.
  var isCalled = false
  /// What it has brought and the store has not taken; no value for the present one.
  var unkept: (value: ResourceValue?, freshFor: Duration?, at: Duration)?

  var attemptNumber: Int {
    if case .attempting = phase { attempts.count + 1 } else { attempts.count }
  }

  /// The first caller decides how long a failure is held.
  @LoopActor
  mutating func join(_ waiter: WaiterModel, at moment: Duration) {
    waiters.append(waiter)
    deadline = max(deadline, waiter.deadline)
    holdUntil = holdUntil ?? moment + Self.minimum
  }

  mutating func joinPoll(at moment: Duration) {
    isPolled = true
    deadline = max(deadline, moment + .seconds(30))
  }
}

// MARK: Time

@LoopActor
extension FlightModel {
  /// Whose time is over first, and when that ends its wait: of several no sooner than any failure is reported.
  var nextTimeout: (waiter: WaiterModel, date: Duration)? {
    switch phase {
    case .undecided, .holding: return nil
    case .attempting, .waiting: break
    }
    guard let first = waiters.min(by: { $0.isOverBefore($1) }) else { return nil }
    return (first, isForOneAlone ? first.deadline : max(first.deadline, holdUntil ?? .zero))
  }

  /// Whether it is over with its only waiter.
  var isForOneAlone: Bool { waiters.count == 1 && !isPolled }

  /// Whether an attempt ends now by its own time.
  func isAttemptOver(at now: Duration) -> Bool {
    guard case .attempting(let start) = phase else { return false }
    return min(start + .seconds(10), deadline) <= now
  }
}
