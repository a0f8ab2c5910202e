import Engine
import EngineTestSupport
import Jansson
import Logging
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Two sessions on one engine, over two socket pairs: what is a client's own, and what they share.
@Suite(.timeLimit(.minutes(10))) struct SessionsTests {
  init() {
    EventLoopThread.start()
  }

  /// A server with two clients, on real time.
  @LoopActor
  private final class Stage {
    let loop = LoopActor.shared.loop
    let state = ScriptedSource("test:state")
    let location = ScriptedLocation()
    let server: Server
    let one: Peer
    let two: Peer

    init(_ configure: (inout Configuration) -> Void = { _ in }) {
      var configuration = Configuration()
      configuration.minimumRequestTime = .zero
      configuration.resources[0].policy.retry.maxAttempts = 1
      configuration.resources[0].policy.attemptTimeout = .seconds(600)
      configuration.resources[0].policy.totalTimeout = .seconds(600)
      configure(&configuration)
      var parts = EngineParts()
      let state = state
      parts.source = { id, _ in id == .state ? state : nil }
      parts.locationSource = location
      server = Server(
        configuration, parts: parts, loop: loop,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      one = Peer(of: server)
      two = Peer(of: server)
    }

    func fetch(_ attempt: Int) async {
      await loop.turns { self.state.attempts.count >= attempt }
    }

    /// Lets whatever was sent be taken, and whatever follows be written.
    func settle() async {
      for _ in 0..<5 { await loop.nextTurn() }
    }
  }

  @LoopActor @Test func `both use the same ids, and each has its own responses`() async throws {
    let stage = Stage()
    stage.one.call("refresh", id: "1")
    stage.two.call("refresh", id: "1")
    await stage.settle()
    #expect(stage.state.attempts.count == 1)
    stage.state.succeed(.fleet(at: 7))
    #expect(try await stage.one.response("1")["result.value.central.latitude"] == "7")
    #expect(try await stage.two.response("1")["result.value.central.latitude"] == "7")
  }

  @LoopActor @Test func `a value is encoded once for both`() async throws {
    let stage = Stage()
    stage.one.call("refresh", id: "1")
    await stage.fetch(1)
    stage.state.succeed(.fleet(at: 7))
    _ = try await stage.one.response("1")
    let resource = try #require(stage.server.engine.resources[.state])
    let first = stage.one.session.encoder.snapshot(of: resource)
    let second = stage.two.session.encoder.snapshot(of: resource)
    #expect(
      first.pieces[0].withUnsafeBytes { $0.baseAddress }
        == second.pieces[0].withUnsafeBytes { $0.baseAddress })
  }

  @LoopActor @Test func `what everyone gets who waited for a fetch is that same text`() async throws {
    let stage = Stage()
    stage.one.call("refresh", id: "1")
    await stage.fetch(1)
    stage.state.succeed(.fleet(at: 7))
    _ = try await stage.one.response("1")
    let (encoder, resources) = (stage.server.encoder, stage.server.engine.resources)
    let resource = try #require(resources[.state])
    let present = resource.snapshot
    let (published, returned) = (encoder.snapshot(of: resource), encoder.text(of: present, in: resources))
    #expect(
      published.pieces[0].withUnsafeBytes { $0.baseAddress }
        == returned.pieces[0].withUnsafeBytes { $0.baseAddress })
    resource.setPolling(true, for: stage.one.session.owner)
    #expect(encoder.snapshot(of: resource) != published)
    #expect(encoder.text(of: present, in: resources) == published, "a snapshot stays as it was")
    stage.state.succeed(.fleet(at: 7))
  }

  @LoopActor @Test func `the location is encoded once for all its subscriptions`() async throws {
    let stage = Stage()
    let (encoder, location) = (stage.server.encoder, stage.server.engine.location)
    stage.one.call("subscribeLocation", id: "1")
    _ = try await stage.one.response("1")
    let (first, second) = (encoder.snapshot(of: location), encoder.snapshot(of: location))
    #expect(
      first.pieces[0].withUnsafeBytes { $0.baseAddress }
        == second.pieces[0].withUnsafeBytes { $0.baseAddress })
    stage.location.move(to: 7)
    #expect(encoder.snapshot(of: location) != first)
  }

  @LoopActor @Test func `one that cancels leaves the fetch to the other`() async throws {
    let stage = Stage()
    stage.one.call("refresh", id: "1")
    stage.two.call("refresh", id: "1")
    await stage.settle()
    stage.one.call("$/cancelRequest", "[1]", id: nil)
    #expect(try await stage.one.response("1")["error.data.kind"] == "requestCancelled")
    #expect(stage.state.underWay == 1)
    stage.state.succeed(.fleet(at: 1))
    #expect(try await stage.two.response("1")["result.status"] == "loaded")
  }

  @LoopActor @Test func `one that opts out hears nothing, and the other everything`() async throws {
    let stage = Stage()
    stage.one.call("initialize", #"{"notifications":{"stateChanged":false}}"#, id: "0")
    _ = try await stage.one.response("0")
    stage.two.call("refresh", id: "1")
    // Heard before the next one can replace it.
    #expect(try await stage.two.messages(until: { $0.isNotification }).count == 1)
    stage.state.succeed(.fleet(at: 1))
    #expect(try await stage.two.messages(upTo: "1").map(\.isNotification) == [true, false])
    stage.one.call("getState", id: "2")
    #expect(try await stage.one.messages(upTo: "2").map(\.isNotification) == [false])
    // The handshake is each one's own.
    stage.two.call("initialize", id: "3")
    #expect(try await stage.two.response("3")["result.serverInfo.name"] == "statusd")
    stage.one.call("initialize", id: "4")
    #expect(try await stage.one.response("4")["error.data.detail.reason"] == "initializedTwice")
  }

  @LoopActor @Test func `a subscription is one client's own, and the source runs for both`() async throws {
    let stage = Stage()
    stage.one.call("subscribeLocation", id: "1")
    stage.two.call("subscribeLocation", id: "1")
    let first = try #require(try await stage.one.response("1")["result.subscriptionId"])
    let second = try #require(try await stage.two.response("1")["result.subscriptionId"])
    #expect(first != second && stage.location.starts == 1)
    stage.location.move(to: 3)
    for (peer, id) in [(stage.one, first), (stage.two, second)] {
      let heard = try await peer.messages(until: \.isNotification)
      #expect(heard.map { $0["params.subscriptionId"] } == [id])
    }
    stage.two.call("unsubscribeLocation", #"["\#(first)"]"#, id: "2")
    #expect(try await stage.two.response("2")["error.data.detail.reason"] == "unknown")
    stage.one.endInput()
    await stage.loop.turns { !stage.one.statuses.isEmpty }
    #expect(stage.location.isRunning && stage.one.statuses == [0])
    stage.two.endInput()
    await stage.loop.turns { !stage.two.statuses.isEmpty }
    #expect(!stage.location.isRunning)
  }

  @LoopActor @Test func `polling goes on while either wants it, and ends with the last`() async throws {
    let stage = Stage()
    stage.one.call("setAutoPolling", "[true, 50]", id: "1")
    stage.two.call("setAutoPolling", "[true, 20]", id: "1")
    #expect(try await stage.two.response("1")["result.autoPolling.interval"] == "20")
    stage.two.call("setAutoPolling", "[false]", id: "2")
    let left = try await stage.two.response("2")
    #expect(left["result.autoPolling.enabled"] == "true" && left["result.autoPolling.interval"] == "50")
    stage.one.endInput()
    await stage.settle()
    stage.state.succeed(.fleet(at: 1))
    await stage.loop.turns { !stage.one.statuses.isEmpty }
    stage.two.call("getState", id: "3")
    #expect(try await stage.two.response("3")["result.autoPolling.enabled"] == "false")
  }

  @LoopActor @Test func `failures of requests are each client's own, and those of fetches everyone's`()
    async throws
  {
    let stage = Stage()
    for number in 0..<260 { stage.one.call("nothing", id: "\(number)") }
    _ = try await stage.one.messages(upTo: "259")
    stage.two.call("refresh", id: "1")
    await stage.fetch(1)
    stage.state.fail(.serverError)
    let failure = try #require(try await stage.two.response("1")["error.data.failureId"])
    stage.two.call("nothing", id: "2")
    let own = try #require(try await stage.two.response("2")["error.data.failureId"])
    for number in 260..<520 { stage.one.call("nothing", id: "\(number)") }
    _ = try await stage.one.messages(upTo: "519")
    // Not pushed out, and not to be named by others.
    stage.one.call("retry", #"["\#(own)","cancel"]"#, id: "3")
    #expect(try await stage.one.response("3")["error.data.kind"] == "failureNotFound")
    stage.two.call("retry", #"["\#(own)","cancel"]"#, id: "3")
    #expect(try await stage.two.response("3")["result.recovered"] == "false")
    stage.one.call("retry", #"["\#(failure)","cancel"]"#, id: "4")
    #expect(try await stage.one.response("4")["result.recovered"] == "false")
    stage.two.call("retry", #"["\#(failure)"]"#, id: "4")
    #expect(try await stage.two.response("4")["error.data.kind"] == "alreadyRecovered")
  }

  @LoopActor @Test func `statistics are each client's own`() async throws {
    let stage = Stage()
    for number in 0..<10 { stage.one.call("getState", id: "\(number)") }
    _ = try await stage.one.messages(upTo: "9")
    stage.two.call("stats", id: "1")
    #expect(try await stage.two.response("1")["result.requests.admitted"] == "1")
  }

  @LoopActor @Test func `the metrics are the process's: they add up, and do not fall when a session ends`()
    async throws
  {
    let stage = Stage()
    func metric(_ name: String) -> String? {
      let lines = stage.server.metrics(in: .prometheus).split(separator: "\n")
      return lines.first { $0.hasPrefix("statusd_\(name) ") }?.split(separator: " ").last.map(String.init)
    }
    stage.one.call("listResources", id: "1")
    stage.two.call("listResources", id: "1")
    stage.two.call("listResources", id: "2")
    _ = try await (stage.one.response("1"), stage.two.response("2"))
    #expect(metric("requests_answered_total") == "3")
    #expect(metric("sessions") == "2")
    stage.two.endInput()
    await stage.loop.turns { stage.two.statuses == [0] }
    #expect(metric("sessions") == "1")
    #expect(metric("requests_answered_total") == "3")
    #expect(metric("requests_in_flight") == "0")
    stage.one.call("listResources", id: "2")
    _ = try await stage.one.response("2")
    #expect(metric("requests_answered_total") == "4")
  }

  @LoopActor @Test func `shutdown and exit end one session, and the other is served on`() async throws {
    let stage = Stage()
    stage.one.call("shutdown", id: "1")
    _ = try await stage.one.response("1")
    stage.one.call("exit", id: nil)
    await stage.loop.turns { !stage.one.statuses.isEmpty }
    #expect(stage.one.statuses == [0])
    stage.two.call("refresh", id: "1")
    await stage.fetch(1)
    stage.state.succeed(.fleet(at: 1))
    #expect(try await stage.two.response("1")["result.status"] == "loaded")
    #expect(stage.two.statuses == [])
  }

  @LoopActor @Test func `what a session waited for is given up with it`() async throws {
    let stage = Stage()
    stage.one.call("refresh", id: "1")
    await stage.fetch(1)
    stage.one.connection.abandon()
    await stage.loop.turns { !stage.one.statuses.isEmpty }
    #expect(stage.state.underWay == 0)
    stage.two.call("getState", id: "1")
    #expect(try await stage.two.response("1")["result.status"] == "idle")
  }

  @LoopActor @Test func `one that stops reading costs the other nothing`() async throws {
    let stage = Stage {
      $0.limits.outputBytes = 20_000
      $0.limits.notificationBytes = 10_000
    }
    // Never read: its responses and notifications fill the socket, and then its own limits.
    let request = #"{"jsonrpc":"2.0","id":1,"method":"getState"}"# + "\n"
    var turnsWithoutRoom = 0
    while turnsWithoutRoom < 20 {
      turnsWithoutRoom = stage.one.sendIfThereIsRoom(request) ? 0 : turnsWithoutRoom + 1
      if turnsWithoutRoom > 0 { await stage.loop.nextTurn() }
    }
    for round in 1...200 {
      stage.two.call("refresh", id: "\(round)")
      await stage.fetch(round)
      stage.state.succeed(.fleet(at: Double(round % 90)))
      let heard = try await stage.two.messages(upTo: "\(round)")
      // Every notification by itself: nothing is conflated for who reads.
      #expect(heard.filter(\.isNotification).allSatisfy { $0["params.coalesced"] == "0" })
    }
    #expect(stage.two.session.statistics.notificationsCoalesced == 0)
    #expect(stage.one.session.statistics.backlogHighWater < 40_000)
    // Once it reads, the last thing that it hears is the state as it is.
    let final = try await stage.one.messages { $0["params.revision"] == "400" }.last(where: \.isNotification)
    #expect(final?["params.coalesced"] != "0" && final?["params.value.central.latitude"] == "20")
  }
}
