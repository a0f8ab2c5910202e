/// The owners that want a resource to be polled, and how often each of them does.
///
/// A resource is polled while at least one owner wants that, at the smallest interval that an owner wants.
/// With a single owner this is a switch with an interval.
package struct PollingWishes<Owner: Hashable & Sendable>: Sendable {
  private var wishes: [Owner: Wish] = [:]
  private let configured: Duration
  /// The combined wish.
  ///
  /// While nobody wants polling, the interval is the one that was effective last.
  package private(set) var effective: (isEnabled: Bool, interval: Duration)

  private struct Wish {
    var isEnabled = false
    var interval: Duration
  }

  /// Makes wishes in which nobody wants polling.
  ///
  /// - Parameter interval: The configured interval, for owners that do not give one.
  package init(interval: Duration) {
    configured = interval
    effective = (false, interval)
  }

  /// Sets the wish of an owner.
  ///
  /// - Parameter interval: Nil for the interval that the owner gave before.
  package mutating func set(_ isEnabled: Bool, interval: Duration?, of owner: Owner) {
    let wish = Wish(isEnabled: isEnabled, interval: interval ?? wishes[owner]?.interval ?? configured)
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

  private mutating func update(whileOff interval: Duration) {
    let shortest = wishes.values.lazy.filter { $0.isEnabled }.map { $0.interval }.min()
    effective = (shortest != nil, shortest ?? interval)
  }
}
