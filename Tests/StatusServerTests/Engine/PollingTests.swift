import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// docs/protocol.md section 7, auto-polling: one loop, whatever happens in which order.
@Suite struct PollingTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation with polling on at 10 s, whose first poll has brought a value.
  @LoopActor private func polling(_ body: (Conversation) throws -> Void) rethrows {
    try converse { client in
      client.call("setAutoPolling", "[true, 10]", id: "0")
      client.state.succeed(.fleet(at: 0))
      client.endTurn()
      _ = client.read()
      try body(client)
    }
  }

  /// Ends every attempt as soon as it begins, for that long; with how many there were.
  @LoopActor private func play(
    _ client: Conversation, for duration: Duration, _ end: (ScriptedSource) -> Void
  ) -> Int {
    let (before, until) = (client.state.attempts.count, client.timers.now + duration)
    while client.timers.now < until {
      if client.state.underWay == 1 { end(client.state) }
      let next = min(client.nextDue ?? until, until)
      client.advance(by: next - client.timers.now)
    }
    return client.state.attempts.count - before
  }

  // MARK: The switch

  @LoopActor @Test func `at the start nothing is asked`() {
    converse { client in
      client.advance(by: .seconds(86_400))
      #expect(client.state.attempts.isEmpty && client.read().isEmpty)
    }
  }

  @LoopActor @Test func `polling that is configured begins at the start`() {
    converse({ $0.resources[1].policy.polling.isEnabled = true }) { client in
      client.endTurn()
      #expect(client.words() == ["menu loading 1 fetching"])
      #expect(client.menu.underWay == 1 && client.state.attempts.isEmpty)
      client.menu.succeed(.emptyMenu)
      client.advance(by: .seconds(11))
      #expect(client.menu.attempts.count == 2)
    }
  }

  @LoopActor @Test func `switching polling on fetches at once, and responds without waiting for the fetch`() {
    converse { client in
      client.call("setAutoPolling", #"{"enabled":true}"#)
      let messages = client.read()
      #expect(messages.first?.description == "state loading 1 fetching")
      #expect(messages.first?["params.coalesced"] == "0")
      #expect(messages.last?.names("result") == ["resource", "autoPolling"])
      #expect(messages.last?.names("result.autoPolling") == ["enabled", "interval", "consecutiveFailures"])
      #expect(messages.last?["result.autoPolling.interval"] == "10")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `it asks again an interval after the end of each fetch`() {
    polling { client in
      client.advance(by: .milliseconds(8_999))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .milliseconds(2_001))
      #expect(client.state.attempts.count == 2)
      // However long it takes.
      client.advance(by: .seconds(9))
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .milliseconds(8_999))
      #expect(client.state.attempts.count == 2)
    }
  }

  @LoopActor @Test func `the wait is spread by a tenth either way`() {
    polling { client in
      var waits: [Duration] = []
      for count in 2...60 {
        let start = client.timers.now
        client.advance(untilAttempt: count, of: client.state)
        waits.append(client.timers.now - start)
        client.state.succeed(.fleet(at: 0))
      }
      let (shortest, longest) = (waits.min() ?? .zero, waits.max() ?? .zero)
      #expect(shortest >= .seconds(9) && longest <= .seconds(11))
      #expect(shortest < .seconds(9.3) && longest > .seconds(10.7), "\(shortest) \(longest)")
    }
  }

  @LoopActor @Test func `switched off nothing further starts, and what is under way counts`() {
    converse { client in
      client.call("setAutoPolling", "[true]")
      client.call("setAutoPolling", "[false]", id: "2")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.words().last == "state loaded 3")
      client.advance(by: .seconds(3_600))
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor
  @Test(
    arguments: [
      ["[true]", "[true]", "[true, 10]"],
      ["[true]", "[false]", "[true]"],
      ["[true]", "[false]", "[false]", "[true]", "[false]", "[true]"],
    ])
  func `whatever is switched in the middle of a fetch, there is one loop`(switches: [String]) {
    converse { client in
      for (id, params) in switches.enumerated() { client.call("setAutoPolling", params, id: "\(id)") }
      #expect(client.state.attempts.count == 1)
      let count = play(client, for: .seconds(1_000)) { $0.succeed(.fleet(at: 0)) }
      // One loop: a fetch each ten seconds, within a tenth.
      #expect((90...111).contains(count), "\(count)")
    }
  }

  @LoopActor @Test func `a refresh that is under way is the first poll`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("setAutoPolling", "[true]", id: "2")
      #expect(client.state.attempts.count == 1)
      client.state.succeed(.fleet(at: 1))
      let count = play(client, for: .seconds(1_000)) { $0.succeed(.fleet(at: 0)) }
      #expect((90...111).contains(count), "\(count)")
    }
  }

  @LoopActor @Test func `a refresh never turns polling on`() {
    converse { client in
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      client.advance(by: .seconds(3_600))
      #expect(client.state.attempts.count == 1)
    }
  }

  @LoopActor @Test func `a refresh joins the poll that is under way`() {
    polling { client in
      client.advance(untilAttempt: 2, of: client.state)
      #expect(client.words().isEmpty)
      client.call("refresh")
      #expect(client.state.attempts.count == 2)
      #expect(client.words() == ["state loaded 3 fetching"])
      client.state.succeed(.fleet(at: 1))
      #expect(client.words() == ["state loaded 4", "1: state loaded 4"])
    }
  }

  @LoopActor @Test func `a poll that is due joins the refresh that is under way`() {
    polling { client in
      client.advance(by: .seconds(8))
      client.call("refresh")
      client.advance(by: .seconds(5))
      #expect(client.state.attempts.count == 2)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      // It is the poll's now.
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `a refresh that is cancelled leaves the next poll where it was`() {
    polling { client in
      client.call("getState", id: "1")
      let planned = client.response()["result.autoPolling.nextPollAt"]
      client.call("refresh", id: "2")
      client.call("$/cancelRequest", #"{"id":2}"#, id: nil)
      _ = client.read()
      client.call("getState", id: "3")
      #expect(planned != nil && client.response()["result.autoPolling.nextPollAt"] == planned)
      #expect(play(client, for: .seconds(100)) { $0.succeed(.fleet(at: 0)) } >= 9)
    }
  }

  // MARK: The interval

  @LoopActor @Test func `a shorter interval makes no burst`() {
    polling { client in
      client.call("setAutoPolling", "[true, 1000]")
      client.advance(by: .seconds(500))
      #expect(client.state.attempts.count == 1)
      client.call("setAutoPolling", "[true, 1]", id: "2")
      // It is due at once, and once.
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 0))
      let count = play(client, for: .seconds(100)) { $0.succeed(.fleet(at: 0)) }
      #expect((85...111).contains(count), "\(count)")
    }
  }

  @LoopActor @Test func `a longer interval counts from the last fetch, without a fetch of its own`() {
    polling { client in
      client.advance(by: .seconds(5))
      client.call("setAutoPolling", "[true, 100]")
      #expect(client.state.attempts.count == 1)
      client.advance(by: .seconds(84))
      #expect(client.state.attempts.count == 1)
      client.advance(by: .seconds(22))
      #expect(client.state.attempts.count == 2)
    }
  }

  // MARK: What servers say

  @LoopActor @Test func `max-age has passed before the interval begins`() {
    polling { client in
      client.advance(untilAttempt: 2, of: client.state)
      client.state.end(.success(.init(.value(.fleet(at: 1)), freshFor: .seconds(60))))
      client.advance(by: .milliseconds(68_999))
      #expect(client.state.attempts.count == 2)
      client.advance(by: .milliseconds(2_001))
      #expect(client.state.attempts.count == 3)
    }
  }

  @LoopActor @Test func `max-age is no reason to refuse a refresh`() {
    polling { client in
      client.advance(untilAttempt: 2, of: client.state)
      client.state.end(.success(.init(.value(.fleet(at: 1)), freshFor: .seconds(60))))
      client.call("refresh")
      #expect(client.state.underWay == 1)
      client.state.succeed(.fleet(at: 1))
    }
  }

  // MARK: Reporting

  @LoopActor @Test func `a poll over a value is reported only by its outcome`() {
    polling { client in
      client.advance(untilAttempt: 2, of: client.state)
      #expect(client.words().isEmpty)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.words() == ["state loaded 3"])
    }
  }

  @LoopActor @Test(arguments: [true, false]) func `an equal value is not reported`(isConfirmed: Bool) {
    polling { client in
      client.advance(untilAttempt: 2, of: client.state)
      client.state.end(.success(isConfirmed ? .notModified : .value(.fleet(at: 0))))
      client.endTurn()
      #expect(client.words().isEmpty)
      client.call("getState")
      let response = client.response()
      #expect(response["result.revision"] == "2")
      #expect(response["result.updatedAt"]?.contains("00:00:00.") == false)
    }
  }

  @LoopActor @Test func `nextPollAt says when`() {
    polling { client in
      client.call("getState")
      let planned = client.response()["result.autoPolling.nextPollAt"] ?? ""
      client.advance(untilAttempt: 2, of: client.state)
      let now = Timestamp(millisecondsSince1970: client.timers.source.millisecondsSince1970)
      #expect(planned == now.rfc3339)
    }
  }
}
