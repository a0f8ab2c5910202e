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

/// What a profile decides about the responses of its session.
struct ProfileTests {
  init() {
    EventLoopThread.start()
  }

  /// A session that speaks ``TerseProfile``, and what it has written.
  @LoopActor
  private final class Stage {
    let state = ScriptedSource("test:state")
    let clock = ManualClock(loop: LoopActor.shared.loop)
    private(set) var session: Session?
    private var written: [String] = []
    private var decoder = MessageDecoder(budget: Limits().budget, batchLimit: 10)

    init(attempts: Int = 1) {
      var configuration = Configuration()
      configuration.minimumRequestTime = .zero
      configuration.resources[0].policy.retry.maxAttempts = attempts
      var parts = EngineParts()
      parts.clock = clock
      let state = state
      parts.source = { id, _ in id == .state ? state : nil }
      let server = Server(
        configuration, parts: parts, loop: LoopActor.shared.loop,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      session = Session(server, profile: .terse, timers: clock.timers) { [weak self] message in
        self?.written.append(JSONText(message).description)
      }
    }

    func send(_ message: String) {
      session?.receive(decoder.decode(Array(message.utf8).span))
    }

    func advance(by duration: Duration) {
      clock.timers.advance(by: duration) { LoopActor.shared.loop.runUntilIdle() }
    }

    /// What was written since the last call, once the turn has ended.
    func read() -> [String] {
      LoopActor.shared.loop.runUntilIdle()
      session?.flushNotifications()
      defer { written = [] }
      return written
    }
  }

  @LoopActor @Test func `a response is written with the method and the note of its call`() {
    let stage = Stage()
    stage.send(#"{"jsonrpc":"2.0","id":1,"method":"getState"}"#)
    stage.send(#"{"jsonrpc":"2.0","id":2,"method":"refresh"}"#)
    stage.send(#"{"jsonrpc":"2.0","id":3,"method":"getState","params":[4]}"#)
    stage.send(#"{"jsonrpc":"2.0","id":4,"method":"none"}"#)
    stage.state.succeed(.fleet(at: 1))
    #expect(
      stage.read() == [
        #"{"id":1,"method":"getState","call":1,"ok":true}"#,
        #"{"progress":"state","attempt":1,"of":1}"#,
        #"{"id":3,"method":"getState","call":3,"kind":"invalidParams"}"#,
        #"{"id":4,"call":4,"kind":"methodNotFound"}"#,
        #"{"id":2,"method":"refresh","call":2,"ok":true}"#,
      ])
  }

  @LoopActor @Test func `a profile may leave a cancelled call unanswered`() throws {
    let stage = Stage()
    stage.send(#"{"jsonrpc":"2.0","id":1,"method":"refresh"}"#)
    stage.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}"#)
    #expect(stage.read() == [#"{"progress":"state","attempt":1,"of":1}"#])
    #expect(stage.state.underWay == 0)
    let statistics = try #require(stage.session).statistics
    #expect(statistics.cancelled == 1)
    #expect(statistics.answered == 0)
    #expect(statistics.inFlight == 0)
  }

  @LoopActor @Test func `a profile refuses batches, and writes errors without an id`() {
    let stage = Stage()
    stage.send(#"[{"jsonrpc":"2.0","id":1,"method":"getState"}]"#)
    stage.send("{")
    stage.send(#"{"jsonrpc":"2.0","id":null,"method":"getState"}"#)
    #expect(
      stage.read() == [
        #"{"kind":"invalidRequest"}"#, #"{"kind":"parseError"}"#, #"{"kind":"invalidRequest"}"#,
      ])
  }

  @LoopActor @Test func `a client hears of each attempt of a fetch before its outcome`() {
    let stage = Stage(attempts: 3)
    stage.send(#"{"jsonrpc":"2.0","id":1,"method":"refresh"}"#)
    #expect(stage.read() == [#"{"progress":"state","attempt":1,"of":3}"#])
    stage.state.fail()
    while stage.state.attempts.count < 2 { stage.advance(by: .milliseconds(100)) }
    #expect(stage.read() == [#"{"progress":"state","attempt":2,"of":3}"#])
    stage.state.succeed(.fleet(at: 1))
    #expect(stage.read() == [#"{"id":1,"method":"refresh","call":1,"ok":true}"#])
  }

  @LoopActor @Test func `a call that gets no response takes no place in the array of its batch`() {
    var response = BatchResponse(count: 3)
    #expect(response.set(.null, at: 1) == nil)
    #expect(response.skip() == nil)
    #expect(response.skip()?.description == "[null]")
    var empty = BatchResponse(count: 1)
    #expect(empty.skip() == nil, "an empty array is no response")
  }
}
