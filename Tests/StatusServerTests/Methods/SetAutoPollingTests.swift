import EngineTestSupport
import Reactor
import TestSupport
import Testing

@Suite struct SetAutoPollingTests {
  init() {
    EventLoopThread.start()
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
}
