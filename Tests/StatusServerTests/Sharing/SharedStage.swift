import Engine
import EngineTestSupport
import Logging
import StatusCore
import TestSupport

@testable import Reactor
@testable import StatusServer

/// A server of several clients, on real time.
@LoopActor
final class SharedStage {
  let loop = LoopActor.shared.loop
  let state = ScriptedSource("test:state")
  let location = ScriptedLocation()
  let server: Server

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
      configuration, parts: parts, isShared: true, loop: loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  func peer() -> Peer { Peer(of: server) }

  func fetch(_ attempt: Int) async {
    await loop.turns { self.state.attempts.count >= attempt }
  }

  /// Lets whatever was sent be taken, and whatever follows be written.
  func settle() async {
    for _ in 0..<6 { await loop.nextTurn() }
  }

  /// A megabyte, another one for each number.
  func large(_ number: Int) -> ResourceValue {
    ResourceValue(normalised: Array(("\"\(number)" + String(repeating: "x", count: 1_000_000) + "\"").utf8))
  }
}
