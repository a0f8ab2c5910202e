/// Who wants a resource to be polled, and how often.
///
/// A resource is polled while anyone wants it, as often as the most eager of them wants. One owner alone has
/// a plain switch with an interval.
package struct PollingWishes<Owner: Hashable & Sendable>: Sendable {
  private var wishes: [Owner: Wish] = [:]
  private let configured: Duration
  /// What happens: while nobody wants polling, the interval is the one that was effective last.
  package private(set) var effective: (isEnabled: Bool, interval: Duration)

  private struct Wish {
    var isEnabled = false
    var interval: Duration
  }

  /// Nobody wants polling.
  ///
  /// - Parameter interval: What is configured: the interval of an owner that has not named one.
  package init(interval: Duration) {
    configured = interval
    effective = (false, interval)
  }

  /// An owner switches its polling on or off, or names another interval.
  ///
  /// - Parameter interval: nil for the one that the owner has named before.
  package mutating func set(_ isEnabled: Bool, interval: Duration?, of owner: Owner) {
    let wish = Wish(isEnabled: isEnabled, interval: interval ?? wishes[owner]?.interval ?? configured)
    wishes[owner] = wish
    // An interval may be named while polling is off, for when it is switched on.
    update(whileOff: interval ?? effective.interval)
  }

  /// An owner has gone, and wants nothing any more.
  package mutating func withdraw(_ owner: Owner) {
    wishes[owner] = nil
    update(whileOff: effective.interval)
  }

  private mutating func update(whileOff interval: Duration) {
    let shortest = wishes.values.filter(\.isEnabled).map(\.interval).min()
    effective = (shortest != nil, shortest ?? interval)
  }
}
