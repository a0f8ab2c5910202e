import Logging
import Reactor
import StatusCore

/// What resources, location and recoveries share: the clock, chance, the fences around servers, the book of
/// failures, the store, and who observes.
@LoopActor
final class EngineEnvironment {
  /// The time in which the engine lives.
  let timers: TimerQueue
  let failures: FailureBook
  let observers = Observers()
  let store: any ValueStore
  let logger: Logger
  var chance: SplitMix64
  private let loop: EventLoop
  private var fences = Fences()

  init(
    timers: TimerQueue, failures: FailureBook, logger: Logger, seed: UInt64, store: any ValueStore,
    loop: EventLoop
  ) {
    self.timers = timers
    self.failures = failures
    self.logger = logger
    self.store = store
    self.loop = loop
    chance = SplitMix64(seed: seed)
  }

  var now: Moment {
    Moment(
      uptime: timers.now.sinceOrigin,
      time: Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970))
  }

  /// Calls `action` on the next turn of the loop: later than now, and without waiting for time to pass.
  func later(_ action: @escaping @LoopActor () -> Void) {
    loop.onNextTurn(action)
  }

  /// Calls `action` at `date`, on the next turn where that has passed; what it returns calls that off.
  func schedule(at date: Instant, _ action: @escaping @LoopActor () -> Void) -> RecoveryMeans.Action {
    guard date <= timers.now else { return timers.schedule(at: date, action).cancel }
    let pending = Pending(action)
    later { pending.action?() }
    return { pending.action = nil }
  }

  @LoopActor
  private final class Pending {
    var action: (@LoopActor () -> Void)?

    init(_ action: @escaping @LoopActor () -> Void) {
      self.action = action
    }
  }

  /// The fence that stands around an origin.
  func fence(around origin: String) -> Fence? {
    fences.fence(around: origin, at: timers.now.sinceOrigin)
  }

  func raise(_ fence: Fence, around origin: String) {
    fences.raise(fence, around: origin, at: timers.now.sinceOrigin)
  }
}
