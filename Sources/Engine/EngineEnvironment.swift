import Logging
import Reactor
import StatusCore

/// What resources, the location and recoveries share: the clock, random numbers, the fences around servers,
/// the book of failures, the store and the observers.
@LoopActor
final class EngineEnvironment {
  /// The timers of the engine's clock.
  let timers: TimerQueue
  let failures: FailureBook
  let observers = Observers()
  let tally = FetchTally()
  /// Made when it is first asked for, so that an engine that opens late touches no disk before (``Engine/open()``).
  private(set) lazy var store = makeStore()
  private let makeStore: @LoopActor () -> any ValueStore
  let logger: Logger
  /// Whether the log takes `debug`, which stays as it is; the logger copies its handler to say it.
  let logsDetails: Bool
  let configuration: Configurations
  var chance: SplitMix64
  /// Whether several clients are served, each of which is shown what it wants by itself.
  var isShared = false
  /// What is done with a new value before it is shown; nil for nothing.
  var preparation: Preparation?
  /// Grows with everything that may have changed a snapshot.
  private(set) var changeCount = 0
  private let loop: EventLoop
  private var fences = Fences()

  init(
    timers: TimerQueue, failures: FailureBook, logger: Logger, seed: UInt64,
    store: @escaping @LoopActor () -> any ValueStore, configuration: Configurations, loop: EventLoop
  ) {
    self.timers = timers
    self.failures = failures
    self.logger = logger
    logsDetails = logger.logLevel <= .debug
    self.configuration = configuration
    makeStore = store
    self.loop = loop
    chance = SplitMix64(seed: seed)
  }

  var now: Moment {
    Moment(
      uptime: timers.now.sinceOrigin,
      time: Timestamp(millisecondsSince1970: timers.source.millisecondsSince1970))
  }

  /// A snapshot may have changed.
  func noteChange() { changeCount &+= 1 }

  /// Calls `action` on the next turn of the loop, without waiting for time to pass.
  func later(_ action: @escaping @LoopActor () -> Void) {
    loop.onNextTurn(action)
  }

  /// Calls `action` for each element: now, for as long as timers fire in a turn, and for the others on the turns to
  /// come, in order.
  ///
  /// A handful is done now however slow the machine is. Time that is moved by hand stands still meanwhile, so under a
  /// manual clock all is done now.
  func forEach<Element>(_ elements: ArraySlice<Element>, _ action: @escaping @LoopActor (Element) -> Void) {
    let start = timers.now
    for (index, element) in zip(elements.indices, elements) {
      action(element)
      let next = index + 1
      guard (next - elements.startIndex).isMultiple(of: Self.handful) else { continue }
      guard timers.now - start >= TimerQueue.longestFiring else { continue }
      return later { [weak self] in self?.forEach(elements[next...], action) }
    }
  }

  /// So many are done between two looks at the clock.
  private static let handful = 4

  /// Calls `action` at `date`, or on the next turn if `date` has passed.
  ///
  /// - Returns: Cancels the call.
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

  /// The fence around an origin; nil if none stands.
  func fence(around origin: String) -> Fence? {
    fences.fence(around: origin, at: timers.now.sinceOrigin)
  }

  /// Takes all fences down.
  func dropFences() { fences.dropAll() }

  /// Puts up a fence around an origin, unless one that lasts longer stands there.
  func raise(_ fence: Fence, around origin: String) {
    fences.raise(fence, around: origin, at: timers.now.sinceOrigin)
  }
}

/// What was fetched since the start; the instances of a parameterised resource count together.
@LoopActor
final class FetchTally {
  private var counts: [ResourceName: FetchCounts] = [:]

  var isEmpty: Bool { counts.isEmpty }

  subscript(name: ResourceName) -> FetchCounts { counts[name] ?? FetchCounts() }

  func count(_ sample: FetchSample, of name: ResourceName, isPoll: Bool) {
    counts[name, default: FetchCounts()].count(sample, isPoll: isPoll)
  }
}
