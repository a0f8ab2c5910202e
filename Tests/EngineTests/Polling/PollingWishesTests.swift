import StatusCore
import Testing

@testable import Engine

@Suite struct PollingWishesTests {
  /// What an owner wants; one that wants nothing has gone.
  struct Wish: Sendable {
    let owner: String
    let isEnabled: Bool?
    let interval: Double?

    init(_ owner: String, _ isEnabled: Bool?, _ interval: Double? = nil) {
      (self.owner, self.isEnabled, self.interval) = (owner, isEnabled, interval)
    }
  }

  /// Wishes, and after each whether and how often a resource is polled for which 10 s are configured.
  static let stories: [(String, [(Wish, Bool, Double)])] = [
    ("alone, a switch", [(Wish("a", true), true, 10), (Wish("a", false), false, 10)]),
    (
      "alone, the interval stays from off to on",
      [(Wish("a", true, 5), true, 5), (Wish("a", false), false, 5), (Wish("a", true), true, 5)]
    ),
    (
      "alone, an interval may be named while it is off",
      [(Wish("a", false, 7), false, 7), (Wish("a", true), true, 7), (Wish("a", true, 8), true, 8)]
    ),
    (
      "the smallest interval of those that want it",
      [
        (Wish("a", true, 20), true, 20), (Wish("b", true, 5), true, 5), (Wish("c", true), true, 5),
        (Wish("b", false), true, 10), (Wish("c", nil), true, 20),
      ]
    ),
    (
      "who does not want it has no say",
      [(Wish("a", true, 20), true, 20), (Wish("b", false, 5), true, 20), (Wish("b", true), true, 5)]
    ),
    (
      "when nobody wants it, the interval is what was effective last",
      [
        (Wish("a", true, 20), true, 20), (Wish("b", true, 5), true, 5), (Wish("b", nil), true, 20),
        (Wish("a", nil), false, 20),
      ]
    ),
    (
      "a new owner begins with what is configured",
      [(Wish("a", true, 5), true, 5), (Wish("a", nil), false, 5), (Wish("b", true), true, 10)]
    ),
    (
      "who has gone has forgotten",
      [(Wish("a", true, 5), true, 5), (Wish("a", nil), false, 5), (Wish("a", true), true, 10)]
    ),
    ("who never came can go", [(Wish("a", nil), false, 10)]),
  ]

  @Test(arguments: stories)
  func `polling is on while anyone wants it, as often as the most eager wants`(
    name: String, lines: [(Wish, Bool, Double)]
  ) {
    var wishes = PollingWishes<String>(PollingSettings())
    #expect(wishes.effective == PollingSettings(isEnabled: false, interval: .seconds(10)))
    for (wish, isEnabled, interval) in lines {
      if let isWanted = wish.isEnabled {
        wishes.set(isWanted, interval: wish.interval.map { .seconds($0) }, of: wish.owner)
      } else {
        _ = wishes.withdraw(wish.owner)
      }
      let expected = PollingSettings(isEnabled: isEnabled, interval: .seconds(interval))
      #expect(wishes.effective == expected, "\(name): \(wish)")
      #expect(wishes.shown == nil)
    }
  }

  @Test func `each owner's wish is its own`() {
    var wishes = PollingWishes<String>(PollingSettings(isEnabled: true, interval: .seconds(10)))
    #expect(wishes.wish(of: "a") == PollingSettings(isEnabled: false, interval: .seconds(10)))
    wishes.join("a")
    wishes.set(false, interval: .seconds(3), of: "b")
    #expect(wishes.wish(of: "a") == PollingSettings(isEnabled: true, interval: .seconds(10)))
    #expect(wishes.wish(of: "b") == PollingSettings(isEnabled: false, interval: .seconds(3)))
    #expect(wishes.visible == PollingSettings(isEnabled: true, interval: .seconds(10)))
    wishes.reconfigure(PollingSettings(isEnabled: true, interval: .seconds(20)))
    #expect(wishes.wish(of: "a").interval == .seconds(20) && wishes.effective.interval == .seconds(20))
  }

  /// The rule once more, by looking at every wish.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `counted wishes are what all wishes together are`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var wishes = PollingWishes<Int>(PollingSettings())
    var all: [Int: (isEnabled: Bool, interval: Duration, isHidden: Bool)] = [:]
    for _ in 0..<500 {
      let owner = Int(random.next() % 8)
      let interval = Duration.seconds(Int(random.next() % 5) + 1)
      switch random.next() % 4 {
      case 0:
        _ = wishes.withdraw(owner)
        all[owner] = nil
      case 1:
        wishes.wait(interval: interval, for: owner)
        all[owner] = (true, interval, true)
      default:
        let isEnabled = random.next() % 2 == 0
        wishes.set(isEnabled, interval: interval, of: owner)
        all[owner] = (isEnabled, interval, false)
      }
      let wanted = all.values.filter(\.isEnabled)
      #expect(wishes.effective.isEnabled == !wanted.isEmpty)
      if let shortest = wanted.map(\.interval).min() { #expect(wishes.effective.interval == shortest) }
      let seen = wanted.filter { !$0.isHidden }.map(\.interval).min()
      #expect(wishes.visible.isEnabled == (seen != nil))
      if let seen { #expect(wishes.visible.interval == seen) }
    }
  }

  @Test func `who waits is polled for, and not shown`() {
    var wishes = PollingWishes<String>(PollingSettings())
    wishes.wait(interval: .seconds(2), for: "a")
    #expect(wishes.effective == PollingSettings(isEnabled: true, interval: .seconds(2)))
    #expect(wishes.shown == PollingSettings(isEnabled: false, interval: .seconds(10)))
    wishes.set(true, interval: .seconds(5), of: "b")
    #expect(wishes.effective.interval == .seconds(2))
    #expect(wishes.shown == PollingSettings(isEnabled: true, interval: .seconds(5)))
    wishes.wait(interval: nil, for: "c")
    _ = wishes.withdraw("a")
    #expect(wishes.effective.interval == .seconds(5))
    wishes.set(false, interval: nil, of: "b")
    #expect(wishes.effective == PollingSettings(isEnabled: true, interval: .seconds(10)))
    #expect(wishes.shown == PollingSettings(isEnabled: false, interval: .seconds(5)))
    _ = wishes.withdraw("c")
    #expect(wishes.effective == PollingSettings(isEnabled: false, interval: .seconds(5)))
    #expect(wishes.shown == nil)
  }
}
