import Engine
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Time in the client's hands.
@Suite struct AdvanceClockTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func converse(_ body: (Conversation) -> Void) {
    StatusServerTests.converse({ $0.clock = .manual }, body)
  }

  @LoopActor @Test func `there is no such method under the system's clock`() {
    StatusServerTests.converse { client in
      client.call("advanceClock", "[1]")
      let response = client.response()
      #expect(response["error.code"] == "-32601")
      #expect(
        response["error.message"] == "The method \"advanceClock\" needs a daemon started with --clock manual."
      )
    }
  }

  @LoopActor @Test func `time begins with the year 2000 and moves by what is asked for`() {
    converse { client in
      client.call("advanceClock", "[0]")
      #expect(client.response()["result.now"] == "2000-01-01T00:00:00.000Z")
      client.call("advanceClock", #"{"seconds":31536000}"#, id: "2")
      #expect(client.response()["result.now"] == "2000-12-31T00:00:00.000Z")
      client.call("advanceClock", "[0.001]", id: "3")
      #expect(client.response()["result.now"] == "2000-12-31T00:00:00.001Z")
    }
  }

  @LoopActor @Test func `everything due on the way is reported and gets its responses before the response`() {
    converse { client in
      client.call("refresh", #"{"timeout":5}"#, id: "1")
      client.call("refresh", #"{"resource":"menu","timeout":7}"#, id: "2")
      _ = client.read()
      client.call("advanceClock", "[10]", id: "3")
      let messages = client.read()
      #expect(
        messages.map { $0.id ?? $0["params.resource"] ?? "" } == ["state", "1", "menu", "2", "3"])
      #expect(messages[1]["error.data.occurredAt"] == "2000-01-01T00:00:05.000Z")
      #expect(messages[3]["error.data.occurredAt"] == "2000-01-01T00:00:07.000Z")
      #expect(messages[4]["result.now"] == "2000-01-01T00:00:10.000Z")
    }
  }

  @LoopActor @Test func `what is due at the new time has happened, to the millisecond`() {
    converse { client in
      client.call("refresh", #"{"timeout":0.067}"#, id: "1")
      client.call("advanceClock", "[0.066]", id: "2")
      #expect(client.response().id == "2")
      client.call("advanceClock", "[0.001]", id: "3")
      #expect(client.read().filter { !$0.isNotification }.map(\.id) == ["1", "3"])
    }
  }
}
