import StatusCore
import Testing

/// Events and what the machine says to each.
private let sessions: [[(ResourceEvent, ResourceOutcome)]] = [
  // Single flight: callers that come meanwhile join, and all of them land in order of arrival.
  [(.ask(7), .start(1)), (.ask(3), .join(1)), (.ask(5), .join(1)), (.succeed(1), .response([7, 3, 5]))],
  [(.ask(7), .start(1)), (.ask(3), .join(1)), (.fail(1), .response([7, 3]))],
  // A caller that asks twice lands once.
  [(.ask(1), .start(1)), (.ask(1), .join(1)), (.succeed(1), .response([1]))],
  // Each flight has a number of its own.
  [(.ask(1), .start(1)), (.succeed(1), .response([1])), (.ask(2), .start(2)), (.succeed(2), .response([2]))],
  [(.ask(1), .start(1)), (.fail(1), .response([1])), (.ask(2), .start(2)), (.fail(2), .response([2]))],
  // A flight ends once.
  [(.ask(1), .start(1)), (.succeed(1), .response([1])), (.succeed(1), .outOfDate), (.fail(1), .outOfDate)],
  [(.ask(1), .start(1)), (.fail(1), .response([1])), (.succeed(1), .outOfDate), (.confirm(1), .outOfDate)],
  // What an earlier flight brings is out of date, and the present one goes on.
  [
    (.ask(1), .start(1)), (.leave(1), .abort(1)), (.ask(2), .start(2)), (.succeed(1), .outOfDate),
    (.fail(1), .outOfDate), (.confirm(1), .outOfDate), (.succeed(2), .response([2])),
  ],
  // A flight that was never started.
  [(.succeed(1), .outOfDate), (.fail(0), .outOfDate), (.confirm(2), .outOfDate)],
  // The flight goes on for the others until the last has left.
  [(.ask(1), .start(1)), (.ask(2), .join(1)), (.leave(1), .nothing), (.succeed(1), .response([2]))],
  [(.ask(1), .start(1)), (.ask(2), .join(1)), (.leave(1), .nothing), (.leave(2), .abort(1))],
  // Who does not wait cannot leave.
  [(.leave(1), .nothing), (.ask(1), .start(1)), (.leave(2), .nothing), (.succeed(1), .response([1]))],
  [(.ask(1), .start(1)), (.succeed(1), .response([1])), (.leave(1), .nothing)],
  [(.ask(1), .start(1)), (.leave(1), .abort(1)), (.leave(1), .nothing)],
  // Who has left may come back.
  [
    (.ask(1), .start(1)), (.ask(2), .join(1)), (.leave(1), .nothing), (.ask(1), .join(1)),
    (.fail(1), .response([2, 1])),
  ],
  // A value may be confirmed, after a failure too.
  [(.ask(1), .start(1)), (.succeed(1), .response([1])), (.ask(2), .start(2)), (.confirm(2), .response([2]))],
]

@Suite struct ResourceMachineActionTests {
  @Test(arguments: sessions)
  func `every event has its action`(session: [(ResourceEvent, ResourceOutcome)]) {
    var machine = ResourceMachine(after: [])
    for (event, outcome) in session {
      #expect(machine.handle(event) == outcome, "\(event)")
    }
  }

  @Test(
    arguments: [
      ([], []),
      ([.ask(2), .ask(1)], [2, 1]),
      ([.ask(2), .ask(1), .leave(2)], [1]),
      ([.ask(1), .succeed(1)], []),
      ([.ask(1), .fail(1)], []),
      ([.ask(1), .leave(1)], []),
    ] as [([ResourceEvent], [Int])])
  func `it knows who waits`(events: [ResourceEvent], waiters: [Int]) {
    #expect(ResourceMachine(after: events).waiters.map(\.rawValue) == waiters)
  }

  @Test(
    arguments: [
      ([], false),
      ([.ask(1)], true),
      ([.ask(1), .ask(2), .leave(1)], true),
      ([.ask(1), .leave(1)], false),
      ([.ask(1), .succeed(1)], false),
      ([.ask(1), .fail(1)], false),
    ] as [([ResourceEvent], Bool)])
  func `it knows whether a flight is under way`(events: [ResourceEvent], isFetching: Bool) {
    #expect(ResourceMachine(after: events).isFetching == isFetching)
  }

  @Test func `to confirm a value that there is not is a defect of the owner`() async {
    await #expect(processExitsWith: .failure) {
      _ = ResourceMachine(after: [.ask(1), .confirm(1)])
    }
  }
}
