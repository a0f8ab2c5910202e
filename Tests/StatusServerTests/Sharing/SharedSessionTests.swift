import Engine
import EngineTestSupport
import StatusCore
import TestSupport
import Testing

@testable import Reactor
@testable import StatusServer

/// What a session sees that is one of several: docs/protocol.md, section 9.
@Suite(.timeLimit(.minutes(10))) struct SharedSessionTests {
  init() {
    EventLoopThread.start()
  }

  // MARK: Polling

  @LoopActor @Test func `each session is told what it wants, and what happens`() async throws {
    let stage = SharedStage()
    let (one, two) = (stage.peer(), stage.peer())
    one.call("setAutoPolling", "[true, 50]", id: "1")
    _ = try await one.response("1")
    two.call("setAutoPolling", "[true, 20]", id: "1")
    #expect(try await two.response("1")["result.autoPolling.interval"] == "20")
    one.call("getState", id: "2")
    let seen = try await one.response("2")
    #expect(seen["result.autoPolling.enabled"] == "true" && seen["result.autoPolling.interval"] == "50")
    #expect(seen["result.autoPolling.effective.interval"] == "20")
    two.call("setAutoPolling", "[false]", id: "3")
    let off = try await two.response("3")
    #expect(off["result.autoPolling.enabled"] == "false" && off["result.autoPolling.nextPollAt"] == nil)
    #expect(off["result.autoPolling.effective.enabled"] == "true")
    #expect(off["result.autoPolling.effective.interval"] == "50")
  }

  @LoopActor @Test func `a wish that changes nothing for others is sent to its session alone`() async throws {
    let stage = SharedStage()
    let (one, two) = (stage.peer(), stage.peer())
    one.call("setAutoPolling", "[true, 5]", id: "1")
    _ = try await one.response("1")
    stage.state.succeed(.fleet(at: 1))
    await stage.settle()
    _ = try (one.read(), two.read())
    two.call("setAutoPolling", "[true, 50]", id: "2")
    let sent = try await two.messages(upTo: "2")
    #expect(sent.map(\.isNotification) == [true, false])
    #expect(sent[0]["params.autoPolling.interval"] == "50")
    await stage.settle()
    #expect(try one.read().isEmpty)
    one.call("getState", id: "3")
    #expect(try await one.response("3")["result.revision"] == sent[0]["params.revision"])
    // The same once more is no news.
    two.call("setAutoPolling", "[true, 50]", id: "4")
    #expect(try await two.messages(upTo: "4").count == 1)
  }

  @LoopActor @Test func `a session's end withdraws its wishes, and the others are told`() async throws {
    let stage = SharedStage()
    let (one, two) = (stage.peer(), stage.peer())
    one.call("setAutoPolling", "[true, 50]", id: "1")
    _ = try await one.response("1")
    stage.state.succeed(.fleet(at: 1))
    await stage.settle()
    _ = try two.read()
    one.endInput()
    let heard = try await two.messages(until: \.isNotification)
    #expect(heard.last?["params.autoPolling.effective.enabled"] == "false")
  }

  @LoopActor @Test func `configured polling is wanted by each session from its start`() async throws {
    let stage = SharedStage {
      $0.resources[0].policy.polling = PollingSettings(isEnabled: true, interval: .seconds(30))
    }
    let (one, two) = (stage.peer(), stage.peer())
    one.call("setAutoPolling", "[false]", id: "1")
    #expect(try await one.response("1")["result.autoPolling.effective.enabled"] == "true")
    two.call("getState", id: "1")
    #expect(try await two.response("1")["result.autoPolling.enabled"] == "true")
  }

  // MARK: Failures

  @LoopActor @Test func `a failure is an alert for whoever caused it, and silent for the others`()
    async throws
  {
    let stage = SharedStage()
    let (one, two) = (stage.peer(), stage.peer())
    one.call("refresh", id: "1")
    await stage.fetch(1)
    stage.state.succeed(.fleet(at: 1))
    _ = try await one.response("1")
    one.call("refresh", id: "2")
    await stage.fetch(2)
    await stage.settle()
    _ = try (one.read(), two.read())
    stage.state.fail(.serverError)
    let own = try await one.messages(upTo: "2")
    #expect(own.first { $0.isNotification }?["params.failure.presentation"] == "alert")
    #expect(own.last?["error.data.presentation"] == "alert")
    let other = try await two.messages(until: \.isNotification)
    #expect(other.last?["params.failure.presentation"] == "silent")
    let id = try #require(own.last?["error.data.failureId"])
    #expect(other.last?["params.failure.failureId"] == id)
    // Any session may recover from it.
    two.call("retry", #"["\#(id)"]"#, id: "3")
    await stage.fetch(3)
    stage.state.succeed(.fleet(at: 2))
    #expect(try await two.response("3")["result.recovered"] == "true")
    one.call("retry", #"["\#(id)"]"#, id: "4")
    #expect(try await one.response("4")["error.data.kind"] == "alreadyRecovered")
  }

  @LoopActor @Test func `a failure of a fetch that both have asked for is an alert for both`() async throws {
    let stage = SharedStage()
    let (one, two) = (stage.peer(), stage.peer())
    one.call("refresh", id: "1")
    await stage.fetch(1)
    stage.state.succeed(.fleet(at: 1))
    _ = try await one.response("1")
    for peer in [one, two] { peer.call("refresh", id: "2") }
    await stage.settle()
    stage.state.fail(.serverError)
    for peer in [one, two] {
      let heard = try await peer.messages(upTo: "2")
      #expect(heard.last { $0.isNotification }?["params.failure.presentation"] == "alert")
    }
  }

  // MARK: Limits and counts

  @LoopActor @Test func `shared.inFlight is how many calls of all sessions may wait`() async throws {
    let stage = SharedStage { $0.shared.inFlight = 3 }
    let (one, two) = (stage.peer(), stage.peer())
    for id in 1...2 { one.call("refresh", id: "\(id)") }
    await stage.settle()
    two.call("refresh", id: "1")
    two.call("refresh", id: "2")
    let refused = try await two.response("2")
    #expect(refused["error.data.kind"] == "overloaded" && refused["error.data.detail.limit"] == "3")
    stage.state.succeed(.fleet(at: 1))
    _ = try await two.response("1")
    two.call("refresh", id: "3")
    await stage.fetch(2)
    stage.state.succeed(.fleet(at: 2))
    #expect(try await two.response("3")["result.status"] == "loaded")
  }

  @LoopActor @Test func `a session is told that it is one of several, and how many there are`() async throws {
    let stage = SharedStage()
    let (one, two) = (stage.peer(), stage.peer())
    one.call("initialize", id: "1")
    #expect(try await one.response("1")["result.capabilities.shared"] == "true")
    two.endInput()
    await stage.loop.turns { two.statuses == [0] }
    one.call("refresh", id: "2")
    one.call("stats", id: "3")
    let stats = try await one.response("3")
    #expect(stats["result.daemon.sessions"] == "1" && stats["result.daemon.sessionsHighWater"] == "2")
    #expect(stats["result.daemon.sessionsTotal"] == "2" && stats["result.daemon.inFlight"] == "1")
    stage.state.succeed(.fleet(at: 1))
    _ = try await one.response("2")
  }

  @LoopActor @Test func `beyond shared.outputBytes large values wait until somebody reads`() async throws {
    let stage = SharedStage {
      $0.resources[0].shape = .any
      $0.shared.outputBytes = 2_000_000
    }
    let reader = stage.peer()
    var idle: [Peer] = []
    // Each has begun to be sent another version, up to the limit.
    for version in 1...5 {
      idle.append(stage.peer())
      await stage.settle()
      reader.call("refresh", id: "\(version)")
      await stage.fetch(version)
      stage.state.succeed(stage.large(version))
      #expect(try await reader.response("\(version)")["result.status"] == "loaded")
      await stage.settle()
    }
    #expect(OutputStream.sharedBytes < 4_000_000)
    #expect(idle.contains { $0.session.outbox.isWaiting })
    // Whoever reads makes room, and the last thing that everyone hears is the newest.
    // All of them read: one alone would wait for what the others have yet to read.
    while !idle.isEmpty {
      idle = try idle.filter { peer in
        let newest = try peer.read().last { $0["params.revision"] == "10" }
        if let newest { #expect(newest["params.status"] == "loaded") }
        return newest == nil
      }
      await LoopActor.shared.loop.nextTurn()
    }
  }
}
