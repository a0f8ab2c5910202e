import Testing

@testable import StatusServer

@Suite struct StallDetectorTests {
  enum Event: Hashable, Sendable {
    case turn(backlog: Int, written: Int)
    case time(written: Int)
  }

  @Test(
    arguments: [
      ([.turn(backlog: 0, written: 0), .turn(backlog: 0, written: 9)], [.none, .none]),
      ([.turn(backlog: 5, written: 0), .turn(backlog: 5, written: 0)], [.startTimer, .none]),
      ([.turn(backlog: 5, written: 0), .turn(backlog: 0, written: 5)], [.startTimer, .stopTimer]),
      ([.turn(backlog: 5, written: 0), .time(written: 0)], [.startTimer, .warn]),
      (
        [.turn(backlog: 5, written: 0), .time(written: 1), .time(written: 1)],
        [.startTimer, .startTimer, .warn]
      ),
      (
        [.turn(backlog: 5, written: 0), .time(written: 0), .turn(backlog: 9, written: 0), .time(written: 0)],
        [.startTimer, .warn, .none, .none]
      ),
      (
        [.turn(backlog: 5, written: 0), .time(written: 0), .turn(backlog: 4, written: 1), .time(written: 1)],
        [.startTimer, .warn, .startTimer, .warn]
      ),
      (
        [
          .turn(backlog: 5, written: 0), .time(written: 0), .turn(backlog: 0, written: 5),
          .turn(backlog: 1, written: 5),
        ],
        [.startTimer, .warn, .none, .startTimer]
      ),
      ([.time(written: 0)], [.none]),
    ] as [([Event], [StallDetector.Action])])
  func `a stall is told once, and again only after the output has moved`(
    events: [Event], actions: [StallDetector.Action]
  ) {
    var detector = StallDetector()
    let found = events.map { event in
      switch event {
      case .turn(let backlog, let written): detector.turnEnded(backlog: backlog, written: written)
      case .time(let written): detector.timeIsUp(written: written)
      }
    }
    #expect(found == actions)
  }
}
