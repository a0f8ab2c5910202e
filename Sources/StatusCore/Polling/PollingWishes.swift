/// The owners that want a resource to be polled, and how often each of them does.
///
/// A resource is polled while at least one owner wants that, at the smallest interval that an owner wants.
/// With a single owner this is a switch with an interval. What an owner has not said itself is as configured.
/// Whoever waits for a value wants polls too, and nobody is shown that.
package struct PollingWishes<Owner: Hashable & Sendable>: Sendable {
  private var wishes: [Owner: Wish] = [:]
  private var configured: PollingSettings
  /// The combined wish.
  ///
  /// While nobody wants polling, the interval is the one that was effective last.
  package private(set) var effective: PollingSettings
  /// The same without those that wait; nil while nobody waits.
  package private(set) var shown: PollingSettings?
  private var visible: PollingSettings

  /// What an owner has said; nil for what it leaves to the configuration.
  private struct Wish {
    var isEnabled: Bool?
    var interval: Duration?
    /// Whether it is that of a wait.
    var isHidden = false
  }

  /// Makes wishes in which nobody wants polling.
  ///
  /// - Parameter configured: For owners that say nothing else.
  package init(_ configured: PollingSettings) {
    self.configured = configured
    visible = PollingSettings(isEnabled: false, interval: configured.interval)
    effective = visible
  }

  /// Adds an owner that wants what is configured, unless it has said something already.
  package mutating func join(_ owner: Owner) {
    guard wishes[owner] == nil else { return }
    wishes[owner] = Wish()
    update(whileOff: visible.interval)
  }

  /// Sets the wish of an owner.
  ///
  /// - Parameter interval: Nil for the interval that the owner gave before.
  package mutating func set(_ isEnabled: Bool, interval: Duration?, of owner: Owner) {
    let wish = Wish(isEnabled: isEnabled, interval: interval ?? wishes[owner]?.interval)
    wishes[owner] = wish
    // An interval may be given while polling is off, for the time when it is switched on.
    update(whileOff: interval ?? visible.interval)
  }

  /// Adds an owner that waits for a value.
  ///
  /// - Parameter interval: Nil for the configured one.
  package mutating func wait(interval: Duration?, for owner: Owner) {
    wishes[owner] = Wish(isEnabled: true, interval: interval, isHidden: true)
    update(whileOff: visible.interval)
  }

  /// Removes the wish of an owner that has gone.
  ///
  /// - Returns: Whether the owner had one.
  package mutating func withdraw(_ owner: Owner) -> Bool {
    guard !wishes.isEmpty, wishes.removeValue(forKey: owner) != nil else { return false }
    update(whileOff: visible.interval)
    return true
  }

  /// The configuration says something else now.
  package mutating func reconfigure(_ settings: PollingSettings) {
    let hadInterval = configured.interval
    configured = settings
    update(whileOff: visible.interval == hadInterval ? settings.interval : visible.interval)
  }

  private mutating func update(whileOff interval: Duration) {
    visible = combined(of: wishes.values.filter { !$0.isHidden }, whileOff: interval)
    let isAwaited = wishes.values.contains(where: \.isHidden)
    effective = isAwaited ? combined(of: wishes.values, whileOff: interval) : visible
    shown = isAwaited ? visible : nil
  }

  private func combined(of wishes: some Sequence<Wish>, whileOff interval: Duration) -> PollingSettings {
    let shortest = wishes.lazy.filter { [configured] in $0.isEnabled ?? configured.isEnabled }
      .map { [configured] in $0.interval ?? configured.interval }.min()
    return PollingSettings(isEnabled: shortest != nil, interval: shortest ?? interval)
  }
}
