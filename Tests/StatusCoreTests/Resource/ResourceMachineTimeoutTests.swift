import Testing

@testable import StatusCore

/// How a caller's own time ends: fetches are tried as often as said, and may take so many seconds in all.
private let stories: [(String, attempts: Int, total: Double, [FlightLine])] = [
  (
    "one that is alone takes the flight with it", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 1), .start), FlightLine(0.999, .wake),
      FlightLine(1, .wake, .giveUp(1), .fail(.timeout, [1])),
    ]
  ),
  (
    "its own time comes before that of an attempt", 3, 30,
    [FlightLine(0, .ask(1, timeout: 10), .start), FlightLine(10, .wake, .giveUp(1), .fail(.timeout, [1]))]
  ),
  (
    "without a time of its own, that of the attempt says more", 3, 5,
    [FlightLine(0, .ask(1), .start), FlightLine(5, .wake, .expire, .fail(.timeout, [1]))]
  ),
  (
    "those without a time of their own end together", 1, 5,
    [
      FlightLine(0, .ask(1), .start), FlightLine(0, .ask(2), .join),
      FlightLine(5, .wake, .expire, .fail(.timeout, [1, 2])),
    ]
  ),
  (
    "of two at the same time the one that said so itself leaves first", 1, 5,
    [
      FlightLine(0, .ask(1), .start), FlightLine(0, .ask(2, timeout: 5), .join),
      FlightLine(5, .wake, .timeOut(2, attempts: 1), .expire, .fail(.timeout, [1])),
    ]
  ),
  (
    "among others it leaves", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 1), .start), FlightLine(0, .ask(2), .join), FlightLine(0.999, .wake),
      FlightLine(1, .wake, .timeOut(1, attempts: 1)), FlightLine(2, .succeed, .succeed([2])),
    ]
  ),
  (
    "beside a poll it leaves", 1, 30,
    [
      FlightLine(0, .poll(), .start), FlightLine(0, .ask(1, timeout: 1), .join),
      FlightLine(1, .wake, .timeOut(1, attempts: 1)), FlightLine(2, .succeed, .succeed([])),
    ]
  ),
  (
    "one after the other, each at its time", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 3), .start), FlightLine(0, .ask(2, timeout: 1), .join),
      FlightLine(0, .ask(3, timeout: 2), .join), FlightLine(1, .wake, .timeOut(2, attempts: 1)),
      FlightLine(2, .wake, .timeOut(3, attempts: 1)),
      FlightLine(3, .wake, .giveUp(1), .fail(.timeout, [1])),
    ]
  ),
  (
    "the time of the policy is a caller's own when others make the flight longer", 1, 5,
    [
      FlightLine(0, .ask(1), .start), FlightLine(3, .ask(2), .join),
      FlightLine(5, .wake, .timeOut(1, attempts: 1)),
      FlightLine(8, .wake, .expire, .fail(.timeout, [2])),
    ]
  ),
  (
    "and when who made it longer has left", 1, 5,
    [
      FlightLine(0, .ask(1), .start), FlightLine(0, .ask(2, timeout: 9), .join), FlightLine(1, .leave(2)),
      FlightLine(5, .wake, .giveUp(1), .fail(.timeout, [1])),
    ]
  ),
  (
    "between two attempts as well", 3, 30,
    [
      FlightLine(0, .ask(1, timeout: 2), .start), FlightLine(0, .ask(2), .join),
      FlightLine(0.5, .fail(.serverError, retryAfter: 3), .wait),
      FlightLine(2, .wake, .timeOut(1, attempts: 1)), FlightLine(3.5, .wake, .start),
      FlightLine(4, .succeed, .succeed([2])),
    ]
  ),
  (
    "alone between two attempts", 3, 30,
    [
      FlightLine(0, .ask(1, timeout: 2), .start), FlightLine(0, .ask(2), .join),
      FlightLine(0.5, .fail(.serverError, retryAfter: 3), .wait), FlightLine(1, .leave(2)),
      FlightLine(2, .wake, .giveUp(1), .fail(.timeout, [1])),
    ]
  ),
  (
    "what cannot begin before the very end is not begun", 3, 30,
    [
      FlightLine(0, .ask(1, timeout: 3), .start),
      FlightLine(0, .fail(.serverError, retryAfter: 3), .fail(.serverError, [1])),
    ]
  ),
  (
    "what can begin just before the end is", 3, 30,
    [
      FlightLine(0, .ask(1, timeout: 3), .start),
      FlightLine(0, .fail(.serverError, retryAfter: 2.999), .wait),
      FlightLine(2.999, .wake, .start), FlightLine(3, .wake, .giveUp(1), .fail(.timeout, [1])),
    ]
  ),
]

/// As above, of callers whose time is over before they may learn of a failure.
private let heldStories: [(String, attempts: Int, total: Double, [FlightLine])] = [
  (
    "alone, the flight ends in time and is held", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 0.05, minimum: 0.3), .start),
      FlightLine(0.05, .wake, .giveUp(1), .hold), FlightLine(0.3, .wake, .fail(.timeout, [1])),
    ]
  ),
  (
    "among others it learns no sooner than of any failure", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 0.05, minimum: 0.3), .start), FlightLine(0, .ask(2), .join),
      FlightLine(0.05, .wake), FlightLine(0.299, .wake), FlightLine(0.3, .wake, .timeOut(1, attempts: 1)),
    ]
  ),
  (
    "a success that comes first is its own too", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 0.05, minimum: 0.3), .start), FlightLine(0, .ask(2), .join),
      FlightLine(0.1, .succeed, .succeed([1, 2])),
    ]
  ),
  (
    "left alone after its time it takes the flight with it at once", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 0.05, minimum: 0.3), .start), FlightLine(0, .ask(2), .join),
      FlightLine(0.1, .leave(2)), FlightLine(0.1, .wake, .giveUp(1), .hold),
      FlightLine(0.3, .wake, .fail(.timeout, [1])),
    ]
  ),
  (
    "while the failure is held its time is over for nobody", 1, 30,
    [
      FlightLine(0, .ask(1, timeout: 0.2, minimum: 0.3), .start),
      FlightLine(0, .ask(2, timeout: 0.25), .join),
      FlightLine(0.1, .fail(), .hold), FlightLine(0.25, .wake),
      FlightLine(0.3, .wake, .fail(.offline, [1, 2])),
    ]
  ),
]

@Suite struct ResourceMachineTimeoutTests {
  @Test(arguments: stories + heldStories)
  func `a caller waits as long as it said`(
    name: String, attempts: Int, total: Double, lines: [FlightLine]
  ) {
    var play = FlightPlay(attempts: attempts, total: total)
    for line in lines {
      #expect(play.handle(line.event, at: line.at) == line.outcomes, "\(name): \(line)")
    }
  }

  @Test func `the owner looks at the earliest time of a caller`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1), at: 0)
    #expect(play.machine.wakeAt == .seconds(10))
    _ = play.handle(.ask(2, timeout: 4), at: 1)
    #expect(play.machine.wakeAt == .seconds(5))
  }

  @Test func `whoever has left in time is not waited for`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1, timeout: 1), at: 0)
    _ = play.handle(.ask(2), at: 0)
    _ = play.handle(.wake, at: 1)
    #expect(play.machine.waiters == [WaiterID(2)])
  }

  @Test func `beside a poll over a value the last caller's time ends the loading`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1), at: 0)
    _ = play.handle(.succeed, at: 0)
    _ = play.handle(.poll(), at: 1)
    _ = play.handle(.ask(1, timeout: 1), at: 1)
    #expect(play.machine.snapshot.isFetching)
    _ = play.handle(.wake, at: 2)
    #expect(!play.machine.snapshot.isFetching && play.machine.isFetching)
  }

  @Test func `the failure of a caller's own time has every attempt, the one under way too`() {
    var play = FlightPlay(attempts: 3)
    _ = play.handle(.ask(1, timeout: 1), at: 0)
    _ = play.handle(.fail(.cannotConnect), at: 0.25)
    _ = play.handle(.wake, at: 0.25)
    _ = play.handle(.wake, at: 1)
    let attempts = [
      Attempt(kind: .cannotConnect, duration: .milliseconds(250)),
      Attempt(kind: .timeout, duration: .milliseconds(750)),
    ]
    #expect(play.endings.map(\.attempts) == [attempts])
  }

  @Test func `one that does not wait gives nothing up`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1), at: 0)
    #expect(play.handle(.giveUp(2), at: 0) == [.outOfDate])
  }
}
