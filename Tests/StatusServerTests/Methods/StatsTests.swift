import Reactor
import TestSupport
import Testing

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
}
