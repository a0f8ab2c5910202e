import Engine
import Reactor
import Testing

@testable import StatusServer

/// Output that does not move, as a table of events: seconds, then what happened.
struct StallDetectorTests {
  enum Event {
    case turn(backlog: Int, written: Int)
    case timer
  }

  private static func second(_ seconds: Int) -> Instant {
    Instant(sinceOrigin: .seconds(seconds))
  }

  private static func actions(_ events: [(Int, Event)]) -> [StallDetector.Action] {
    var detector = StallDetector(limit: .seconds(10))
    return events.map { seconds, event in
      switch event {
      case .turn(let backlog, let written):
        detector.turnEnded(backlog: backlog, written: written, now: second(seconds))
      case .timer: detector.timeIsUp(now: second(seconds))
      }
    }
  }

  @Test func `ten seconds without a byte are a stall`() {
    let actions = Self.actions([
      (1, .turn(backlog: 5, written: 0)), (2, .turn(backlog: 9, written: 0)), (11, .timer),
    ])
    #expect(actions == [.startTimer(Self.second(11)), .none, .warn])
  }

  @Test func `a byte in between starts the time anew`() {
    let actions = Self.actions([
      (1, .turn(backlog: 5, written: 0)), (4, .turn(backlog: 4, written: 1)), (11, .timer), (14, .timer),
    ])
    #expect(actions == [.startTimer(Self.second(11)), .none, .startTimer(Self.second(14)), .warn])
  }

  @Test func `output that flows is not watched`() {
    let actions = Self.actions([
      (1, .turn(backlog: 0, written: 0)), (2, .turn(backlog: 5, written: 0)),
      (3, .turn(backlog: 0, written: 5)), (12, .timer),
    ])
    #expect(actions == [.none, .startTimer(Self.second(12)), .none, .none])
  }

  @Test func `output that waits in every turn sets one timer, which finds the date moved`() {
    let actions = Self.actions([
      (1, .turn(backlog: 5, written: 0)), (2, .turn(backlog: 0, written: 5)),
      (3, .turn(backlog: 5, written: 5)), (4, .turn(backlog: 0, written: 10)),
      (5, .turn(backlog: 5, written: 10)), (11, .timer), (15, .timer),
    ])
    #expect(
      actions == [
        .startTimer(Self.second(11)), .none, .none, .none, .none, .startTimer(Self.second(15)), .warn,
      ])
  }

  @Test func `a stall is reported once, and again after the output has moved`() {
    let actions = Self.actions([
      (0, .turn(backlog: 5, written: 0)), (10, .timer), (20, .turn(backlog: 7, written: 0)),
      (30, .turn(backlog: 6, written: 1)), (40, .timer),
    ])
    #expect(
      actions == [
        .startTimer(Self.second(10)), .warn, .none, .startTimer(Self.second(40)), .warn,
      ])
  }

  @Test func `a stall that ends with the last byte leaves nothing behind`() {
    let actions = Self.actions([
      (0, .turn(backlog: 5, written: 0)), (10, .timer), (20, .turn(backlog: 0, written: 5)), (30, .timer),
    ])
    #expect(actions == [.startTimer(Self.second(10)), .warn, .none, .none])
  }
}
