import StatusCore
import Testing

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
    #expect(wishes.effective == (false, .seconds(10)))
    for (wish, isEnabled, interval) in lines {
      if let isWanted = wish.isEnabled {
        wishes.set(isWanted, interval: wish.interval.map { .seconds($0) }, of: wish.owner)
      } else {
        _ = wishes.withdraw(wish.owner)
      }
      #expect(wishes.effective == (isEnabled, .seconds(interval)), "\(name): \(wish)")
    }
  }
}
