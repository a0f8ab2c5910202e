import EngineTestSupport
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

@Suite struct StatsTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `requests are counted by what became of them`() {
    converse { client in
      client.call("refresh", id: "1")
      client.call("refresh", id: "2")
      client.call("$/cancelRequest", "[1]", id: nil)
      client.call("nothing", id: "3")
      client.send("[")
      client.call("getState", id: nil)
      _ = client.read()
      client.call("stats", id: "4")
      let response = client.response()
      let counted = ["admitted", "answered", "cancelled", "refused", "inFlight", "inFlightHighWater"].map {
        response["result.requests.\($0)"]
      }
      // The call itself is admitted and waits for its response.
      #expect(counted == ["3", "1", "1", "2", "1", "2"])
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `notifications are counted, and those left out`() {
    converse { client in
      client.call("refresh", id: nil)
      client.state.succeed(.fleet(at: 1))
      client.call("refresh", id: nil)
      client.call("stats")
      let response = client.response()
      #expect(
        response["result.notifications.sent"] == "2" && response["result.notifications.coalesced"] == "1")
    }
  }

  @LoopActor @Test func `the uptime is in seconds`() {
    converse { client in
      client.advance(by: .milliseconds(1_500))
      client.call("stats")
      #expect(client.response()["result.uptime"] == "1.5")
    }
  }

  @LoopActor @Test func `fetches are counted by their resource and their outcome`() {
    converse({ $0.becomeDefault() }) { client in
      client.call("refresh", id: nil)
      client.state.fail()
      client.advance(by: .seconds(1))
      client.state.succeed(.fleet(at: 1))
      client.call("setAutoPolling", #"{"enabled":true}"#, id: nil)
      for _ in 1...9 where client.state.underWay == 1 {
        client.state.fail(Problem(.connectionLost))
        client.advance(by: .seconds(5))
      }
      client.call("stats")
      let response = client.response()
      #expect(response.all("result.fetches", "resource") == ["state"])
      #expect(response.names("result.fetches.0.outcomes") == ["connectionLost", "ok"])
      let counted = ["outcomes.ok", "outcomes.connectionLost", "polls", "retries"].map {
        response["result.fetches.0.\($0)"]
      }
      #expect(counted == ["1", "1", "1", "\(client.state.attempts.count - 2)"])
      #expect(response["result.sessions"] == "1")
      client.call("setAutoPolling", "[false]", id: nil)
    }
  }

  @LoopActor @Test func `notifications are counted by their methods, and metrics say the same`() {
    converse { client in
      client.call("refresh", id: nil)
      client.state.succeed(.fleet(at: 1))
      // What is counted last is the notification in front of the response.
      client.call("stats")
      _ = client.read()
      client.call("stats")
      let response = client.response()
      #expect(response["result.notifications.stateChanged"] == response["result.notifications.sent"])
      #expect(response["result.notifications.locationChanged"] == "0")
      let lines = client.session.server.metrics(in: .openMetrics).split(separator: "\n")
      for (name, path) in [
        (#"statusd_notifications_total{method="stateChanged"}"#, "notifications.stateChanged"),
        (#"statusd_fetches_total{resource="state",outcome="ok"}"#, "fetches.0.outcomes.ok"),
        (#"statusd_fetch_duration_seconds_count{resource="state"}"#, "fetches.0.outcomes.ok"),
        ("statusd_requests_admitted_total", "requests.admitted"),
      ] {
        #expect(lines.contains("\(name) \(response["result.\(path)"] ?? "?")"), "\(name)")
      }
      // A counter is there before its first increase.
      #expect(lines.contains(#"statusd_fetches_total{resource="menu",outcome="ok"} 0"#))
    }
  }
}
