/// The owners that want a resource to be polled, and how often each of them does.
///
/// A resource is polled while at least one owner wants that, at the smallest interval that an owner wants.
/// With a single owner this is a switch with an interval. What an owner has not said itself is as configured.
package struct PollingWishes<Owner: Hashable & Sendable>: Sendable {
  private var wishes: [Owner: Wish] = [:]
  private var configured: PollingSettings
  /// The combined wish.
  ///
  /// While nobody wants polling, the interval is the one that was effective last.
  package private(set) var effective: (isEnabled: Bool, interval: Duration)

  /// What an owner has said; nil for what it leaves to the configuration.
  private struct Wish {
    var isEnabled: Bool?
    var interval: Duration?
  }

  /// Makes wishes in which nobody wants polling.
  ///
  /// - Parameter configured: For owners that say nothing else.
  package init(_ configured: PollingSettings) {
    self.configured = configured
    effective = (false, configured.interval)
  }

  /// Adds an owner that wants what is configured, unless it has said something already.
  package mutating func join(_ owner: Owner) {
    guard wishes[owner] == nil else { return }
    wishes[owner] = Wish()
    update(whileOff: effective.interval)
  }

  /// Sets the wish of an owner.
  ///
  /// - Parameter interval: Nil for the interval that the owner gave before.
  package mutating func set(_ isEnabled: Bool, interval: Duration?, of owner: Owner) {
    let wish = Wish(isEnabled: isEnabled, interval: interval ?? wishes[owner]?.interval)
    wishes[owner] = wish
    // An interval may be given while polling is off, for the time when it is switched on.
    update(whileOff: interval ?? effective.interval)
  }

  /// Removes the wish of an owner that has gone.
  ///
  /// - Returns: Whether the owner had one.
  package mutating func withdraw(_ owner: Owner) -> Bool {
    guard !wishes.isEmpty, wishes.removeValue(forKey: owner) != nil else { return false }
    update(whileOff: effective.interval)
    return true
  }

  /// The configuration says something else now.
  package mutating func reconfigure(_ settings: PollingSettings) {
    let hadInterval = configured.interval
    configured = settings
    update(whileOff: effective.interval == hadInterval ? settings.interval : effective.interval)
  }

  private mutating func update(whileOff interval: Duration) {
    let shortest = wishes.values.lazy.filter { [configured] in $0.isEnabled ?? configured.isEnabled }
      .map { [configured] in $0.interval ?? configured.interval }.min()
    effective = (shortest != nil, shortest ?? interval)
  }
}
