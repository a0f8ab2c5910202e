import Reactor
import StatusCore

/// Someone who waits for a fetch: a call, or a recovery for all who chose it.
@LoopActor
final class WaiterModel {
  enum Kind {
    case call(Int)
    case recovery(RecoveryModel)
  }

  let kind: Kind
  /// The caller's own time.
  let timeout: Duration?
  let timesOutAt: Duration?

  init(_ kind: Kind, timeout: Duration?, at now: Duration) {
    self.kind = kind
    self.timeout = timeout
    timesOutAt = timeout.map { now + $0 }
  }

  /// The failure that this one wants to recover from.
  var recovering: FailureModel? {
    if case .recovery(let recovery) = kind { recovery.failure } else { nil }
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
  }

  var phase: Phase
  var attempts: [FailureKind] = []
  var waiters: [WaiterModel] = []
  var isPolled = false
  var maxAttempts = 3
  /// When the whole fetch is over; a range where it hangs on a moment that is told to the millisecond.
  var deadline: ClosedRange<Duration>
  /// The source has not been asked yet.
  var awaitsStart: Bool

  var attemptNumber: Int {
    if case .attempting = phase { attempts.count + 1 } else { attempts.count }
  }

  mutating func extend(to end: ClosedRange<Duration>) {
    deadline = max(deadline.lowerBound, end.lowerBound)...max(deadline.upperBound, end.upperBound)
  }
}

/// A failure that somebody can recover from.
@LoopActor
final class FailureModel {
  enum State: Equatable {
    case open
    case running
    case settled
  }

  let resource: ResourceModel
  let kind: FailureKind
  let retryAfter: Duration?
  /// The caller's own time, which a repetition has again.
  let timeout: Duration?
  let occurred: Duration
  /// Learned when it is told.
  var id: String?
  var options: [String] = []
  var state = State.open
  /// The failure whose recovery failed with this one.
  let previous: FailureModel?
  let attempts: [FailureKind]?
  let presentation: Presentation?

  init(
    of resource: ResourceModel, _ problem: Problem, timeout: Duration?, previous: FailureModel?,
    attempts: [FailureKind]?, presentation: Presentation?, at now: Duration
  ) {
    self.resource = resource
    kind = problem.kind
    retryAfter = problem.retryAfter
    self.timeout = timeout
    self.previous = previous
    self.attempts = attempts
    self.presentation = presentation
    occurred = now
  }

  /// Counted from 1 in the order in which failures were recorded.
  var number: Int? { id.flatMap { Int($0.dropFirst()) } }
}

/// A recovery that is being performed.
@LoopActor
final class RecoveryModel {
  enum Stage {
    case waiting(until: Duration)
    case waitingForNetwork
    case fetching(WaiterModel)
  }

  let failure: FailureModel
  let option: String
  var calls: [Int]
  var stage: Stage

  init(of failure: FailureModel, by option: String, for call: Int, _ stage: Stage) {
    self.failure = failure
    self.option = option
    calls = [call]
    self.stage = stage
  }
}

/// A request that has not been answered.
struct CallModel {
  enum Expected {
    case snapshot(ResourceModel)
    case polling(ResourceModel)
    /// The options that recover nothing.
    case settled(FailureModel, String)
    case recovered(FailureModel, String, ResourceModel)
    case failure(FailureModel)
    /// The daemon's own refusals, by kind.
    case refusal(String)
    case anySnapshot(ResourceModel)
  }

  let method: String
  let admitted: Duration
  /// What the answer has to be and when; nil while it must not come.
  var expected: (Expected, at: Duration)?
}
