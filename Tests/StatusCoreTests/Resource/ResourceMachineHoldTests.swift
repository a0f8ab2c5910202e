import Testing

@testable import StatusCore

/// A failure that somebody waits for is not seen before the minimum time has passed.
private let stories: [(String, [FlightLine])] = [
  (
    "a failure is held until then",
    [
      FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.1, .fail(), .hold),
      FlightLine(0.299, .wake), FlightLine(0.3, .wake, .fail(.offline, [1])),
    ]
  ),
  (
    "from then on it is not held",
    [FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.3, .fail(), .fail(.offline, [1]))]
  ),
  (
    "without a minimum it is not held",
    [FlightLine(0, .ask(1), .start), FlightLine(0.1, .fail(), .fail(.offline, [1]))]
  ),
  (
    "a success is never held",
    [FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.1, .succeed, .succeed([1]))]
  ),
  (
    "who comes meanwhile fails at the same moment, whatever its own minimum",
    [
      FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.1, .fail(), .hold),
      FlightLine(0.2, .ask(2, minimum: 0.3), .join), FlightLine(0.25, .ask(3, timeout: 0.05), .join),
      FlightLine(0.3, .wake, .fail(.offline, [1, 2, 3])),
    ]
  ),
  (
    "the first who asks for a minimum decides",
    [
      FlightLine(0, .ask(1), .start), FlightLine(0.1, .ask(2, minimum: 0.3), .join),
      FlightLine(0.2, .ask(3, minimum: 0.3), .join), FlightLine(0.25, .fail(), .hold),
      FlightLine(0.399, .wake), FlightLine(0.4, .wake, .fail(.offline, [1, 2, 3])),
    ]
  ),
  (
    "a poll that somebody joined is held from then on",
    [
      FlightLine(0, .poll(), .start), FlightLine(1, .ask(1, minimum: 0.3), .join),
      FlightLine(1.1, .fail(), .hold), FlightLine(1.3, .wake, .fail(.offline, [1])),
    ]
  ),
  (
    "a poll that nobody joined is not held",
    [
      FlightLine(0, .poll(), .start), FlightLine(0.1, .fail(), .fail(.offline, [])),
    ]
  ),
  (
    "nor is a poll that nobody waits for any more",
    [
      FlightLine(0, .poll(), .start), FlightLine(0.1, .ask(1, minimum: 0.3), .join),
      FlightLine(0.2, .leave(1)), FlightLine(0.25, .fail(), .fail(.offline, [])),
    ]
  ),
  (
    "when the last leaves, a held flight is given up",
    [
      FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.1, .fail(), .hold),
      FlightLine(0.2, .leave(1), .abort), FlightLine(0.3, .wake), FlightLine(0.4, .ask(2), .start),
    ]
  ),
  (
    "but fails at once when a poll wants it",
    [
      FlightLine(0, .poll(), .start), FlightLine(0.1, .ask(1, minimum: 0.3), .join),
      FlightLine(0.2, .fail(), .hold), FlightLine(0.25, .leave(1)),
      FlightLine(0.25, .wake, .fail(.offline, [])),
    ]
  ),
  (
    "a poll that comes due joins it",
    [
      FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.1, .fail(), .hold),
      FlightLine(0.2, .poll(), .join), FlightLine(0.25, .wake), FlightLine(0.3, .wake, .fail(.offline, [1])),
    ]
  ),
  (
    "a flight that a fence refused is held as any other",
    [
      FlightLine(0, .askFenced(1, minimum: 0.3, until: 60), .join), FlightLine(0, .wake),
      FlightLine(0.299, .wake), FlightLine(0.3, .wake, .fail(.tooManyRequests, [1])),
    ]
  ),
  (
    "a refused flight without a minimum fails as soon as the owner looks",
    [
      FlightLine(0, .askFenced(1, minimum: 0, until: 60), .join),
      FlightLine(0, .wake, .fail(.tooManyRequests, [1])),
    ]
  ),
  (
    "what an attempt reports after its flight has failed is out of date",
    [
      FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.1, .fail(), .hold),
      FlightLine(0.2, .succeed, .outOfDate), FlightLine(0.2, .fail(), .outOfDate),
      FlightLine(0.3, .wake, .fail(.offline, [1])),
    ]
  ),
  (
    "the next flight has a minimum of its own",
    [
      FlightLine(0, .ask(1, minimum: 0.3), .start), FlightLine(0.3, .fail(), .fail(.offline, [1])),
      FlightLine(0.4, .ask(1, minimum: 0.3), .start), FlightLine(0.5, .fail(), .hold),
      FlightLine(0.7, .wake, .fail(.offline, [1])),
    ]
  ),
]

@Suite struct ResourceMachineHoldTests {
  @Test(arguments: stories)
  func `a failure is seen when the minimum time has passed`(name: String, lines: [FlightLine]) {
    var play = FlightPlay()
    for line in lines {
      #expect(play.handle(line.event, at: line.at) == line.outcomes, "\(name): \(line)")
    }
  }

  @Test func `while a failure is held the snapshot stays as it was`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    let loading = play.machine.snapshot
    #expect(loading.status == .loading && loading.isFetching && loading.attempt == 1)
    _ = play.handle(.fail(), at: 0.1)
    _ = play.handle(.ask(2), at: 0.2)
    #expect(play.machine.snapshot == loading)
    _ = play.handle(.wake, at: 0.3)
    #expect(play.machine.snapshot.status == .failed && play.machine.snapshot.revision == loading.revision + 1)
  }

  @Test func `the owner looks again when the failure is due`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    _ = play.handle(.fail(), at: 0.1)
    #expect(play.machine.wakeAt == .milliseconds(300))
  }

  @Test func `a fence is raised when the failure is held, and is reported with it`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    _ = play.handle(.fail(.tooManyRequests, retryAfter: 30), at: 0.1)
    #expect(play.fences.map { $0?.end } == [.milliseconds(30_100)])
    _ = play.handle(.wake, at: 0.3)
    #expect(play.endings.map(\.fence) == play.fences)
  }

  @Test(arguments: [30, 0.1])
  func `the time for which a failure is held counts as waited`(asked: Double) {
    var play = FlightPlay()
    _ = play.handle(.poll(), at: 0)
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    _ = play.handle(.fail(.tooManyRequests, retryAfter: asked), at: 0.1)
    _ = play.handle(.wake, at: 0.3)
    #expect(play.endings.map(\.failure.retryAt) == [Duration(nearest: 0.1 + asked)])
    // The failure has what the server said.
    #expect(play.machine.snapshot.failure?.retryAfter == Duration(nearest: asked))
    // The next poll may come when the server said, seen from the arrival of its response.
    let next = play.machine.schedule.next ?? .zero
    #expect(next >= Duration(nearest: 0.1 + asked))
    if asked > 10 { #expect(next == Duration(nearest: 0.1 + asked)) }
  }

  @Test func `a flight that a fence refused does not show before it fails`() {
    var play = FlightPlay()
    let idle = play.machine.snapshot
    _ = play.handle(.askFenced(1, minimum: 0.3, until: 60), at: 0)
    #expect(play.machine.snapshot == idle)
    _ = play.handle(.wake, at: 0)
    #expect(play.machine.snapshot == idle)
  }

  @Test func `an abort of a held flight goes back to the status before`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    _ = play.handle(.fail(), at: 0.1)
    _ = play.handle(.leave(1), at: 0.2)
    #expect(play.machine.snapshot.status == .idle && !play.machine.snapshot.isFetching)
  }

  @Test func `whose failure it is shows when it lands`() {
    var play = FlightPlay()
    _ = play.handle(.poll(), at: 0)
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    _ = play.handle(.fail(), at: 0.1)
    _ = play.handle(.leave(1), at: 0.2)
    _ = play.handle(.wake, at: 0.2)
    #expect(play.endings.map(\.isOfPollAlone) == [true])
    #expect(play.machine.snapshot.failure?.operation == .autoPoll)
  }

  @Test func `a poll that joined a held flight has failed with it`() {
    var play = FlightPlay()
    _ = play.handle(.ask(1, minimum: 0.3), at: 0)
    _ = play.handle(.fail(), at: 0.1)
    _ = play.handle(.poll(), at: 0.2)
    #expect(play.machine.snapshot.autoPolling.nextPollAt == nil)
    _ = play.handle(.wake, at: 0.3)
    #expect(play.machine.snapshot.autoPolling.consecutiveFailures == 1)
    #expect(play.machine.snapshot.autoPolling.nextPollAt != nil)
  }
}
