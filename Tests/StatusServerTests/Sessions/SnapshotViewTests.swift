import Engine
import EngineTestSupport
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Two sessions of one engine that see the last members of a snapshot each in its own way.
struct SnapshotViewTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  private final class Stage {
    let state = ScriptedSource("test:state")
    let clock = ManualClock(loop: LoopActor.shared.loop)
    let server: Server
    private var sessions: [Session] = []
    private var written: [Int: [Sent]] = [:]
    private var decoder = MessageDecoder(budget: Limits().budget, batchLimit: 10)

    /// - Parameter views: One for each session.
    init(_ views: [SnapshotView?]) {
      var configuration = Configuration()
      configuration.minimumRequestTime = .zero
      configuration.resources[0].policy.retry.maxAttempts = 1
      var parts = EngineParts()
      parts.clock = clock
      let state = state
      parts.source = { id, _ in id == .state ? state : nil }
      server = Server(
        configuration, parts: parts, loop: LoopActor.shared.loop,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      for (index, view) in views.enumerated() {
        sessions.append(
          Session(server, view: view, timers: clock.timers) { [weak self] message in
            let text = JSONText(message)
            if let sent = try? Sent(text) { self?.written[index, default: []].append(sent) }
          })
      }
    }

    func send(_ message: String, to session: Int) {
      sessions[session].receive(decoder.decode(Array(message.utf8).span))
    }

    /// What a session was sent since the last call.
    func read(_ session: Int) -> [Sent] {
      LoopActor.shared.loop.runUntilIdle()
      for session in sessions { session.flushNotifications() }
      return written.removeValue(forKey: session) ?? []
    }

    func encoder(_ session: Int) -> SnapshotEncoder { sessions[session].encoder }
  }

  /// Wants the resource polled every three seconds, and shows failures only where there is no value.
  private static let own: SnapshotView = { snapshot in
    var tail = SnapshotTail(snapshot)
    tail.autoPolling.isEnabled = true
    tail.autoPolling.interval = .seconds(3)
    tail.presentation = .silent
    return tail
  }

  @LoopActor @Test func `notifications, results and the list have each session's own members`() {
    let stage = Stage([nil, Self.own])
    stage.send(#"{"jsonrpc":"2.0","id":1,"method":"refresh"}"#, to: 0)
    stage.state.fail()
    stage.send(#"{"jsonrpc":"2.0","id":2,"method":"getState"}"#, to: 0)
    stage.send(#"{"jsonrpc":"2.0","id":2,"method":"getState"}"#, to: 1)
    stage.send(#"{"jsonrpc":"2.0","id":3,"method":"listResources"}"#, to: 1)
    stage.send(#"{"jsonrpc":"2.0","id":4,"method":"setAutoPolling","params":[false]}"#, to: 1)
    let (shared, own) = (stage.read(0), stage.read(1))
    let states = [shared, own].map { $0.first { $0.id == "2" } ?? .nothing }
    #expect(states.map { $0["result.autoPolling.enabled"] } == ["false", "true"])
    #expect(states.map { $0["result.autoPolling.interval"] } == ["10", "3"])
    #expect(states[0]["result.failure.presentation"] != "silent")
    #expect(states[1]["result.failure.presentation"] == "silent")
    #expect(
      states[0].names("result") == states[1].names("result"), "the members and their order are the same")
    #expect(states[0]["result.revision"] == states[1]["result.revision"])
    let changes = own.filter(\.isNotification)
    #expect(!changes.isEmpty)
    #expect(changes.allSatisfy { $0["params.autoPolling.interval"] == "3" })
    #expect(own.first { $0.id == "3" }?["result.resources.0.autoPolling.interval"] == "3")
    #expect(own.first { $0.id == "4" }?["result.autoPolling.enabled"] == "true")
  }

  @LoopActor @Test func `a large value is in memory once for all views`() throws {
    let stage = Stage([nil, Self.own, Self.own])
    stage.send(#"{"jsonrpc":"2.0","id":1,"method":"refresh"}"#, to: 0)
    stage.state.succeed(ResourceValue(normalised: large))
    let resource = try #require(stage.server.engine.resources[.state])
    let places = (0..<3).map { session in
      stage.encoder(session).snapshot(of: resource).pieces.first { $0.count > 50_000 }?
        .withUnsafeBytes { $0.baseAddress }
    }
    #expect(places[0] != nil && places.allSatisfy { $0 == places[0] })
    #expect(stage.encoder(1).snapshot(of: resource) != stage.encoder(0).snapshot(of: resource))
  }

  private let large = Array(("\"" + String(repeating: "x", count: 100_000) + "\"").utf8)

  @LoopActor @Test func `sessions that see the same share the text, until the resource changes`() throws {
    let stage = Stage([Self.own, Self.own, { SnapshotTail($0) }])
    let resource = try #require(stage.server.engine.resources[.state])
    func text(_ session: Int) -> JSONText { stage.encoder(session).snapshot(of: resource) }
    func place(_ text: JSONText) -> UnsafeRawPointer? { text.pieces[0].withUnsafeBytes { $0.baseAddress } }
    let first = text(0)
    #expect(place(first) == place(text(1)) && place(first) == place(text(0)))
    #expect(first != text(2))
    #expect(text(2) == stage.server.encoder.snapshot(of: resource), "an equal tail gives an equal text")
    stage.send(#"{"jsonrpc":"2.0","id":1,"method":"refresh"}"#, to: 0)
    stage.state.succeed(.fleet(at: 1))
    _ = stage.read(0)
    #expect(text(0) != first)
  }
}
