import Logging
import Reactor
import StatusCore

/// What all resources share: the clock, chance, the fences around servers, the book of failures, the store.
@LoopActor
final class ResourceEnvironment {
  let timers: TimerQueue
  let failures: FailureBook
  let store: any ValueStore
  let logger: Logger
  var chance: SplitMix64
  private var fences = Fences()

  init(
    timers: TimerQueue, failures: FailureBook, logger: Logger, seed: UInt64 = 0,
    store: any ValueStore = NoStore()
  ) {
    self.timers = timers
    self.failures = failures
    self.logger = logger
    self.store = store
    chance = SplitMix64(seed: seed)
  }

  var now: Moment {
    Moment(
      uptime: timers.now.sinceOrigin,
      time: Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970))
  }

  /// The fence that stands around an origin.
  func fence(around origin: String) -> Fence? {
    fences.fence(around: origin, at: timers.now.sinceOrigin)
  }

  func raise(_ fence: Fence, around origin: String) {
    fences.raise(fence, around: origin, at: timers.now.sinceOrigin)
  }
}
