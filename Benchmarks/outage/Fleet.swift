import HeapModule
import StatusCore

/// All pollers under one manual clock, which goes from date to date.
struct Fleet {
  /// What happened in one second.
  struct Second {
    var requests = 0
    /// The pollers whose newest fetch has succeeded, at the end of the second.
    var current = 0
  }

  private struct Date: Comparable {
    let uptime: Duration
    let poller: Int

    static func < (left: Date, right: Date) -> Bool {
      left.uptime == right.uptime ? left.poller < right.poller : left.uptime < right.uptime
    }
  }

  private let options: Options
  private var origin: Origin
  private var pollers: [Poller] = []
  /// One date for each poller, which gives its next one when that has passed.
  private var dates = Heap<Date>()
  private var current = 0

  init(_ options: Options) {
    self.options = options
    origin = Origin(options)
    var chance = SplitMix64(seed: options.seed)
    for number in 0..<options.pollers {
      let start = Duration(nearest: chance.nextUnit() * Double(options.start))
      pollers.append(Poller(options.policy, seed: chance.next()))
      dates.insert(Date(uptime: start, poller: number))
    }
  }

  /// Lets the time pass, until the end that the options say and until all pollers have a value.
  ///
  /// - Parameter report: Called with each second.
  mutating func run(_ report: (Second) -> Void) {
    var second = 0
    while second < options.end || second < options.longestEnd && current < pollers.count {
      report(pass(second))
      second += 1
    }
  }

  private mutating func pass(_ second: Int) -> Second {
    var passed = Second()
    while let next = dates.min, next.uptime < .seconds(second + 1) {
      let step = pollers[next.poller].proceed(at: next.uptime, &origin)
      passed.requests += step.requests
      current += (step.current.now ? 1 : 0) - (step.current.before ? 1 : 0)
      guard let date = step.wakeAt else { preconditionFailure("a poller goes on for ever") }
      dates.replaceMin(with: Date(uptime: date, poller: next.poller))
    }
    passed.current = current
    return passed
  }
}
