import Presenter
import StatusCore
import Testing

@Suite struct WordsTests {
  private static let noon = Timestamp(millisecondsSince1970: 43_200_000)
  private static let now = Moment(uptime: .seconds(1_000), time: noon)

  /// What was so many milliseconds ago, in words, and in how many milliseconds it says something else.
  @Test(arguments: [
    (-5_000, "just now", 65_000), (0, "just now", 60_000), (59_999, "just now", 1),
    (60_000, "1 min ago", 60_000), (119_999, "1 min ago", 1), (3_599_999, "59 min ago", 1),
    (3_600_000, "1 h ago", 3_600_000), (5_400_000, "1 h ago", 1_800_000), (86_399_999, "23 h ago", 1),
    (86_400_000, "1 d ago", 86_400_000), (432_000_001, "5 d ago", 86_399_999),
  ]) func `an age is rounded down`(elapsed: Int64, says: String, changesAfter: Int64) {
    for unit in [WordUnit.seconds, .minutes] {
      var words = Words(unit, at: Self.now)
      #expect(words.age(of: Self.noon.later(by: -elapsed)) == says)
      #expect(words.wakeAt == .seconds(1_000) + .milliseconds(changesAfter))
      var short = Words(unit, at: Self.now)
      #expect(
        short.shortAge(of: Self.noon.later(by: -elapsed))
          == (says == "just now" ? "now" : String(says.dropLast(" ago".count))))
      #expect(short.wakeAt == words.wakeAt)
    }
  }

  /// What is due in so many milliseconds, in words, and in how many milliseconds it says something else.
  @Test(arguments: [
    (1, "in 1 s", 1), (1_000, "in 1 s", 1_000), (1_001, "in 2 s", 1), (59_000, "in 59 s", 1_000),
    (59_001, "in 1 min", 1), (60_000, "in 1 min", 1_000), (60_001, "in 2 min", 1),
    (180_000, "in 3 min", 60_000),
  ]) func `what is due is rounded up`(left: Int64, says: String, changesAfter: Int64) {
    var words = Words(.seconds, at: Self.now)
    #expect(words.ahead(Self.noon.later(by: left)) == says)
    #expect(words.wakeAt == .seconds(1_000) + .milliseconds(changesAfter))
  }

  @Test(arguments: [
    (1, "in 1 min", 1), (60_000, "in 1 min", 60_000), (60_001, "in 2 min", 1), (180_000, "in 3 min", 60_000),
  ]) func `what is due is rounded up to minutes`(left: Int64, says: String, changesAfter: Int64) {
    var words = Words(.minutes, at: Self.now)
    #expect(words.ahead(Self.noon.later(by: left)) == says)
    #expect(words.wakeAt == .seconds(1_000) + .milliseconds(changesAfter))
  }

  @Test(arguments: [0, -1, -90_000, nil] as [Int64?])
  func `what is due or under way is now, and stays so`(left: Int64?) {
    var words = Words(.seconds, at: Self.now)
    #expect(words.ahead(left.map { Self.noon.later(by: $0) }) == "now")
    #expect(words.wakeAt == nil)
  }

  /// What is left, the countdown in seconds and in minutes, and when each changes.
  @Test(arguments: [
    (1, 1, 1, 60, 1), (999, 1, 999, 60, 999), (1_000, 1, 1_000, 60, 1_000), (60_000, 60, 1_000, 60, 60_000),
    (60_001, 61, 1, 120, 1), (270_000, 270, 1_000, 300, 30_000),
  ]) func `a countdown ends when it is over`(
    left: Int64, seconds: Int, secondsChange: Int64, minutes: Int, minutesChange: Int64
  ) {
    let end = Duration.seconds(1_000) + .milliseconds(left)
    for (unit, says, change) in [
      (WordUnit.seconds, seconds, secondsChange), (.minutes, minutes, minutesChange),
    ] {
      var words = Words(unit, at: Self.now)
      #expect(words.countdown(to: end) == says)
      #expect(words.wakeAt == .seconds(1_000) + .milliseconds(change))
    }
  }

  @Test(arguments: [Duration.seconds(1_000), .seconds(999), nil])
  func `what is over does not count down`(end: Duration?) {
    var words = Words(.seconds, at: Self.now)
    #expect(words.countdown(to: end) == nil)
    #expect(words.wakeAt == nil)
  }

  @Test func `without words nothing is said, and nothing changes`() {
    var words = Words(.none, at: Self.now)
    #expect(words.age(of: Self.noon) == nil)
    #expect(words.ahead(Self.noon.later(by: 8_000)) == nil)
    #expect(words.countdown(to: .seconds(1_008)) == nil)
    #expect(words.wakeAt == nil)
  }

  @Test func `the first word that changes counts`() {
    var words = Words(.seconds, at: Self.now)
    _ = words.age(of: Self.noon)
    _ = words.ahead(Self.noon.later(by: 7_500))
    _ = words.countdown(to: .seconds(1_020))
    #expect(words.wakeAt == .milliseconds(1_000_500))
  }
}

extension Timestamp {
  fileprivate func later(by milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + milliseconds)
  }
}
