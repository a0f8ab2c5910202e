import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

@Suite struct HistoryTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `fetches and polls are samples, newest first`() {
    converse { client in
      client.call("refresh", id: nil)
      client.advance(by: .milliseconds(250))
      client.state.succeed(.fleet(at: 1))
      client.call("refresh", id: nil)
      client.state.fail(.status(500))
      client.call("getHistory", id: "1")
      let response = client.read().last
      #expect(samples(response) == ["serverError 500 1 0 nil", "ok nil 1 0.25 nil"])
      #expect(response?["result.samples.0.at"] == "2000-01-01T00:00:00.250Z")
      #expect(response?["result.availability"] == "0.5")
      #expect(response?["result.p50"] == "0" && response?["result.p95"] == "0.25")
    }
  }

  @LoopActor @Test func `what the body and the status were stands in the sample`() {
    converse { client in
      client.call("refresh", id: nil)
      client.state.end(.success(.init(.body(Array(emptyFleet.utf8)), status: 200)))
      client.endTurn()
      client.call("refresh", id: nil)
      client.state.end(.success(.init(.notModified, status: 304)))
      client.call("getHistory", id: "1")
      #expect(samples(client.read().last) == ["ok 304 1 0 nil", "ok 200 1 0 \(emptyFleet.utf8.count)"])
    }
  }

  /// Outcome, status, attempts, duration and bytes of each sample.
  private func samples(_ response: Sent?) -> [String] {
    (0..<3).compactMap { number in
      guard response?["result.samples.\(number).outcome"] != nil else { return nil }
      return ["outcome", "status", "attempts", "duration", "bytes"].map { member in
        response?["result.samples.\(number).\(member)"] ?? "nil"
      }.joined(separator: " ")
    }
  }

  private var emptyFleet: String {
    #"{"central":{"latitude":1,"longitude":1},"couriers":[],"packages":[],"vehicles":[]}"#
  }

  @LoopActor @Test func `since and limit choose among them`() {
    converse { client in
      for _ in 1...3 {
        client.call("refresh", id: nil)
        client.state.succeed(.fleet(at: 1))
        client.advance(by: .seconds(1))
      }
      client.call("getHistory", #"["state",null,"2000-01-01T01:00:01+01:00"]"#, id: "1")
      #expect(client.read().last?["result.samples.1.at"] == "2000-01-01T00:00:01.000Z")
      client.call("getHistory", #"{"limit":1}"#, id: "2")
      let response = client.response()
      #expect(response["result.samples.0.at"] != nil && response["result.samples.1.at"] == nil)
    }
  }
}
