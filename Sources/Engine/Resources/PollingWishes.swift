import StatusCore

/// The owners that want a resource to be polled, and how often each of them does.
///
/// A resource is polled while at least one owner wants that, at the smallest interval that an owner wants.
/// With a single owner this is a switch with an interval. What an owner has not said itself is as configured.
/// Whoever waits for a value wants polls too, and nobody is shown that.
///
/// Wishes are counted by their intervals, so that one of thousands comes and goes as fast as one of two.
///
/// Pure, and yet not in StatusCore: generic code of another module is not specialised, and costs four times as much.
struct PollingWishes<Owner: Hashable & Sendable>: Sendable {
  private var wishes: [Owner: Wish] = [:]
  private var configured: PollingSettings
  /// The intervals that owners want, and those of owners that wait.
  private var (wanted, awaited) = (IntervalCounts(), IntervalCounts())
  /// The combined wish.
  ///
  /// While nobody wants polling, the interval is the one that was effective last.
  private(set) var effective: PollingSettings
  /// The same without those that wait; nil while nobody waits.
  private(set) var shown: PollingSettings?
  /// The same, whether or not somebody waits.
  private(set) var visible: PollingSettings

  /// What an owner has said; nil for what it leaves to the configuration.
  private struct Wish: Equatable {
    var isEnabled: Bool?
    var interval: Duration?
    /// Whether it is that of a wait.
    var isHidden = false

    func settings(_ configured: PollingSettings) -> PollingSettings {
      PollingSettings(isEnabled: isEnabled ?? configured.isEnabled, interval: interval ?? configured.interval)
    }
  }

  /// Makes wishes in which nobody wants polling.
  ///
  /// - Parameter configured: For owners that say nothing else.
  init(_ configured: PollingSettings) {
    self.configured = configured
    visible = PollingSettings(isEnabled: false, interval: configured.interval)
    effective = visible
  }

  /// What an owner wants by itself; one that has said nothing wants no polls.
  func wish(of owner: Owner) -> PollingSettings {
    wishes[owner]?.settings(configured) ?? PollingSettings(isEnabled: false, interval: configured.interval)
  }

  /// Adds an owner that wants what is configured, unless it has said something already.
  mutating func join(_ owner: Owner) {
    guard wishes[owner] == nil else { return }
    replace(owner, by: Wish())
    update(whileOff: visible.interval)
  }

  /// Sets the wish of an owner.
  ///
  /// - Parameter interval: Nil for the interval that the owner gave before.
  mutating func set(_ isEnabled: Bool, interval: Duration?, of owner: Owner) {
    let former = wishes[owner]
    let wish = Wish(isEnabled: isEnabled, interval: interval ?? former?.interval)
    // A wish that is repeated changes nothing while there are polls.
    if isEnabled, wish == former { return }
    replace(owner, by: wish)
    // An interval may be given while polling is off, for the time when it is switched on.
    update(whileOff: interval ?? visible.interval)
  }

  /// Adds an owner that waits for a value.
  ///
  /// - Parameter interval: Nil for the configured one.
  mutating func wait(interval: Duration?, for owner: Owner) {
    replace(owner, by: Wish(isEnabled: true, interval: interval, isHidden: true))
    update(whileOff: visible.interval)
  }

  /// Removes the wish of an owner that has gone.
  ///
  /// - Returns: Whether the owner had one.
  mutating func withdraw(_ owner: Owner) -> Bool {
    guard !wishes.isEmpty, wishes[owner] != nil else { return false }
    replace(owner, by: nil)
    update(whileOff: visible.interval)
    return true
  }

  /// The configuration says something else now.
  mutating func reconfigure(_ settings: PollingSettings) {
    let hadInterval = configured.interval
    configured = settings
    (wanted, awaited) = (IntervalCounts(), IntervalCounts())
    for wish in wishes.values { count(wish) }
    update(whileOff: visible.interval == hadInterval ? settings.interval : visible.interval)
  }

  private mutating func replace(_ owner: Owner, by wish: Wish?) {
    let former =
      if let wish { wishes.updateValue(wish, forKey: owner) } else { wishes.removeValue(forKey: owner) }
    if let former { count(former, by: -1) }
    if let wish { count(wish) }
  }

  private mutating func count(_ wish: Wish, by number: Int = 1) {
    let settings = wish.settings(configured)
    guard settings.isEnabled else { return }
    if wish.isHidden { awaited.add(number, settings.interval) } else { wanted.add(number, settings.interval) }
  }

  private mutating func update(whileOff interval: Duration) {
    visible = PollingSettings(
      isEnabled: wanted.shortest != nil, interval: wanted.shortest ?? interval)
    guard let awaited = awaited.shortest else {
      (effective, shown) = (visible, nil)
      return
    }
    let shortest = min(awaited, wanted.shortest ?? awaited)
    (effective, shown) = (PollingSettings(isEnabled: true, interval: shortest), visible)
  }
}

/// How often each interval is wanted.
private struct IntervalCounts: Sendable {
  private var counts: [Duration: Int] = [:]
  private(set) var shortest: Duration?

  /// - Parameter number: Negative for wishes that go.
  mutating func add(_ number: Int, _ interval: Duration) {
    let count = (counts[interval] ?? 0) + number
    counts[interval] = count == 0 ? nil : count
    if count > 0 {
      shortest = min(interval, shortest ?? interval)
    } else if shortest == interval {
      shortest = counts.keys.min()
    }
  }
}
