import Testing

@testable import StatusCore

/// The machine of a live source, as a table of events: what happens at which second, and what the machine is then.
@Suite struct ResourceMachineLiveTests {
  enum Event {
    case poll(Bool)
    /// A caller asks, and sees no failure before so many seconds have passed.
    case ask(Int, minimum: Double = 0)
    case leave(Int)
    /// The attempt under way brings a value, or fails.
    case succeed
    case fail(FailureKind)
    /// Over the newest connection, whether it is still open or not.
    case deliver
    case report(FailureKind)
    case lose(FailureKind, pause: Double? = nil)
    case end
    case replace(LiveMode?)
    case wake
  }

  struct Step {
    let at: Double
    let event: Event
    /// The number of the connection that is open.
    let connection: Int?
    let status: ResourceStatus
    /// What was opened again or polled next, in seconds.
    let next: ClosedRange<Double>?

    init(
      _ at: Double, _ event: Event, _ connection: Int?, _ status: ResourceStatus,
      next: ClosedRange<Double>? = nil
    ) {
      (self.at, self.event, self.connection, self.status, self.next) = (at, event, connection, status, next)
    }
  }

  static let streams: [(String, [Step])] = [
    ("polling opens, and there is no next poll", [Step(0, .poll(true), 1, .loading)]),
    (
      "on twice is one connection",
      [Step(0, .poll(true), 1, .loading), Step(1, .poll(true), 1, .loading)]
    ),
    (
      "switching off closes",
      [Step(0, .poll(true), 1, .loading), Step(1, .poll(false), nil, .idle)]
    ),
    (
      "deliveries set no date",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .deliver, 1, .loaded), Step(999, .deliver, 1, .loaded),
        Step(1_000, .poll(false), nil, .loaded),
      ]
    ),
    (
      "what is lost is opened again after one interval, and each loss in a row doubles the pause",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .deliver, 1, .loaded),
        Step(100, .lose(.commandFailed), nil, .failed, next: 109...111),
        Step(111, .wake, 2, .failed), Step(111, .lose(.commandFailed), nil, .failed, next: 129...133),
        Step(133, .wake, 3, .failed), Step(133, .lose(.commandFailed), nil, .failed, next: 169...177),
        Step(177, .wake, 4, .failed), Step(178, .deliver, 4, .loaded),
        Step(200, .lose(.commandFailed), nil, .failed, next: 209...211),
      ]
    ),
    (
      "the pause that a server asks for wins over the interval, and is doubled like it",
      [
        Step(0, .poll(true), 1, .loading),
        Step(0, .lose(.connectionLost, pause: 2), nil, .failed, next: 1.8...2.2),
        Step(3, .wake, 2, .failed),
        Step(3, .lose(.connectionLost, pause: 2), nil, .failed, next: 6.6...7.4),
      ]
    ),
    (
      "a connection that a caller's fetch finds closed is opened after its success",
      [
        Step(0, .poll(true), 1, .loading), Step(0, .lose(.commandFailed), nil, .failed, next: 9...11),
        Step(1, .ask(1), nil, .loading, next: 9...11), Step(2, .succeed, 2, .loaded),
      ]
    ),
    (
      "a delivery ends the fetch of a caller, a failure that is held included",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .ask(1), 1, .loading), Step(2, .deliver, 1, .loaded),
        Step(3, .ask(2, minimum: 9), 1, .loaded), Step(4, .fail(.commandFailed), 1, .loaded),
        Step(5, .deliver, 1, .loaded), Step(13, .wake, 1, .loaded),
      ]
    ),
    (
      "a caller that leaves leaves the connection open",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .ask(1), 1, .loading), Step(2, .leave(1), 1, .loading),
        Step(3, .poll(false), nil, .idle),
      ]
    ),
    (
      "a problem is a failure, and the connection stays open",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .deliver, 1, .loaded),
        Step(2, .report(.malformedData), 1, .failed), Step(3, .deliver, 1, .loaded),
      ]
    ),
    (
      "a source that has ended is opened again when polling is switched on anew",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .deliver, 1, .loaded), Step(2, .end, nil, .loaded),
        Step(3, .ask(1), nil, .loaded), Step(4, .succeed, nil, .loaded),
        Step(5, .poll(false), nil, .loaded), Step(6, .poll(true), 2, .loaded),
      ]
    ),
    (
      "what a connection that is closed still says is dropped",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .poll(false), nil, .idle), Step(2, .deliver, nil, .idle),
        Step(2, .report(.malformedData), nil, .idle), Step(2, .lose(.commandFailed), nil, .idle),
      ]
    ),
    (
      "another source is opened at once in place of the former",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .replace(.insteadOfPolls), nil, .idle, next: 1...1),
        Step(1, .wake, 2, .loading),
      ]
    ),
    (
      "a source that is polled takes the place of a live one",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .replace(nil), nil, .idle, next: 1...1),
        Step(1, .wake, nil, .loading), Step(2, .succeed, nil, .loaded, next: 11...13),
      ]
    ),
  ]

  @Test(arguments: streams) func `a source that delivers in place of polls`(name: String, steps: [Step]) {
    play(steps, LiveMode.insteadOfPolls)
  }

  static let files: [(String, [Step])] = [
    (
      "polls go on beside the connection, and a delivery is one",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .succeed, 1, .loaded, next: 10...12),
        Step(5, .deliver, 1, .loaded, next: 14...16), Step(16, .wake, 1, .loaded),
        Step(16, .succeed, 1, .loaded, next: 25...27),
      ]
    ),
    (
      "a delivery ends the poll under way",
      [
        Step(0, .poll(true), 1, .loading), Step(1, .deliver, 1, .loaded, next: 10...12),
        Step(2, .succeed, 1, .loaded, next: 10...12),
      ]
    ),
    (
      "polling that joins a caller's fetch opens, too",
      [
        Step(0, .ask(1), nil, .loading), Step(1, .poll(true), 1, .loading),
        Step(2, .succeed, 1, .loaded, next: 11...13), Step(3, .poll(false), nil, .loaded),
      ]
    ),
    (
      "a problem counts like that of a poll",
      [
        Step(0, .poll(true), 1, .loading), Step(0, .succeed, 1, .loaded, next: 9...11),
        Step(1, .report(.fileNotFound), 1, .failed, next: 19...23),
        Step(2, .deliver, 1, .loaded, next: 11...13),
      ]
    ),
  ]

  @Test(arguments: files) func `a source that delivers beside polls`(name: String, steps: [Step]) {
    play(steps, LiveMode.besidePolls)
  }

  private func play(_ steps: [Step], _ mode: LiveMode) {
    var play = LivePlay(mode)
    for step in steps {
      play.handle(step.event, at: step.at)
      let machine = play.machine
      #expect(machine.connection?.rawValue == step.connection, "\(step)")
      #expect(machine.snapshot.status == step.status, "\(step)")
      #expect(machine.snapshot.isFetching || step.status != .loading, "\(step)")
      let next = machine.schedule.next.map { $0 / .seconds(1) }
      guard let range = step.next else {
        #expect(next == nil, "\(step)")
        continue
      }
      #expect(next.map(range.contains) == true, "\(step) \(next as Any)")
    }
  }

  // MARK: Snapshots

  @Test func `the first delivery is one revision after the opening`() {
    var play = LivePlay(.insteadOfPolls)
    play.handle(.poll(true), at: 0)
    #expect(play.machine.snapshot.revision == 1)
    #expect(play.machine.snapshot.attempt == 1 && play.machine.snapshot.maxAttempts == 1)
    play.handle(.deliver, at: 1)
    #expect(play.machine.snapshot.revision == 2)
    #expect(!play.machine.snapshot.isFetching && play.machine.snapshot.attempt == nil)
  }

  @Test func `equal losses in a row count on and keep their failure`() {
    var play = LivePlay(.insteadOfPolls)
    play.handle(.poll(true), at: 0)
    play.handle(.deliver, at: 1)
    play.handle(.lose(.commandFailed), at: 2)
    #expect(play.machine.snapshot.isStale && play.machine.snapshot.value != nil)
    let (revision, failure) = (play.machine.snapshot.revision, play.machine.snapshot.failure)
    play.handle(.wake, at: 20)
    play.handle(.lose(.commandFailed), at: 21)
    #expect(play.machine.snapshot.revision == revision && play.machine.snapshot.failure == failure)
    #expect(play.machine.snapshot.autoPolling.consecutiveFailures == 2)
  }

  @Test func `a loss in the middle of a caller's fetch is that fetch's outcome and counts`() {
    var play = LivePlay(.insteadOfPolls)
    play.handle(.poll(true), at: 0)
    play.handle(.ask(1), at: 1)
    play.handle(.lose(.commandFailed), at: 2)
    #expect(play.failures.count == 1)
    #expect(play.failures.first?.isOfPollAlone == false)
    #expect(play.machine.snapshot.autoPolling.consecutiveFailures == 1)
    #expect(play.landed == [WaiterID(1)])
  }

  @Test func `a stream of deliveries resets the count of failures`() {
    var play = LivePlay(.insteadOfPolls)
    play.handle(.poll(true), at: 0)
    play.handle(.lose(.commandFailed), at: 1)
    play.handle(.wake, at: 20)
    #expect(play.machine.snapshot.autoPolling.consecutiveFailures == 1)
    play.handle(.deliver, at: 21)
    #expect(play.machine.snapshot.autoPolling.consecutiveFailures == 0)
  }
}

/// The machine of a live source, with an owner that does as it says.
private struct LivePlay {
  var machine: ResourceMachine
  private var chance = SplitMix64(seed: 1)
  private var ledger = FailureLedger()
  private(set) var failures: [FlightFailure] = []
  private(set) var landed: [WaiterID] = []
  private var newest = ConnectionID(0)

  init(_ mode: LiveMode) {
    var policy = FetchPolicy()
    policy.retry.maxAttempts = 1
    machine = ResourceMachine(resource: .menu, policy: policy, liveMode: mode)
  }

  mutating func handle(_ event: ResourceMachineLiveTests.Event, at seconds: Double) {
    let now = Moment.after(Duration(nearest: seconds))
    switch event {
    case .poll(let isEnabled): _ = machine.setPolling(isEnabled, at: now)
    case .ask(let waiter, let minimum):
      let request = FetchRequest(minimum: Duration(nearest: minimum))
      _ = machine.fetchRequested(by: WaiterID(waiter), request, at: now)
    case .leave(let waiter): _ = machine.waiterLeft(WaiterID(waiter), at: now)
    case .succeed: succeed(machine.flight?.attempt, at: now)
    case .fail(let kind): fail(machine.flight?.attempt, kind, at: now)
    case .deliver: succeed(machine.delivered(over: newest, at: now), at: now)
    case .report(let kind): fail(machine.reported(over: newest, at: now), kind, at: now)
    case .lose(let kind, let pause):
      fail(machine.lost(newest, pause: pause.map(Duration.init(nearest:)), at: now), kind, at: now)
    case .end: machine.ended(newest, at: now)
    case .replace(let mode): machine.sourceChanged(to: mode, at: now)
    case .wake:
      while machine.timePassed(at: now, fence: nil, using: &chance, recording: &ledger) != nil {}
    }
    newest = machine.connection ?? newest
  }

  private mutating func succeed(_ id: AttemptID?, at now: Moment) {
    guard let id else { return }
    let value = ResourceValue.menu(at: now.uptime / .seconds(1))
    landed += machine.attemptSucceeded(id, with: value, at: now, using: &chance)?.waiters ?? []
  }

  private mutating func fail(_ id: AttemptID?, _ kind: FailureKind, at now: Moment) {
    guard let id else { return }
    let action = machine.attemptFailed(
      id, with: Problem(kind), at: now, using: &chance, recording: &ledger)
    guard case .fail(let ended) = action else { return }
    failures.append(ended)
    landed += ended.waiters
  }
}
