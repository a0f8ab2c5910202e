package import Engine
package import Jansson
package import Logging
package import Reactor

/// What the sessions of one engine share: the engine, and the encoder of its values.
@LoopActor
package final class Server {
  package let engine: Engine
  let encoder = SnapshotEncoder()
  let loop: EventLoop
  private var sessionCount = 0
  let openSessions = OpenSessions()

  package init(
    _ configuration: Configuration, parts: EngineParts = EngineParts(), loop: EventLoop, logger: Logger
  ) {
    engine = Engine(configuration, parts: parts, loop: loop, logger: logger)
    self.loop = loop
  }

  var logger: Logger { engine.logger }

  /// Makes the owner of a new session.
  func makeOwner() -> Owner {
    sessionCount += 1
    return Owner("session \(sessionCount)")
  }
}

/// How many sessions of a server are open.
@LoopActor
final class OpenSessions {
  var count = 0
}

/// The options of one session, in addition to the engine's configuration.
package struct SessionOptions: Sendable {
  /// How long the session waits for admitted calls after the end of the input.
  package var drainTimeout = Duration.seconds(10)
  /// The number of log lines that were dropped because nobody reads standard error.
  package var droppedLogLines: @Sendable () -> Int = { 0 }
  /// What the session is recorded with, line by line; nil if nothing records it.
  package var trace: LineWriter?

  package init() {}
}

extension Limits {
  /// What a message may contain, for the JSON scanner.
  package var budget: JSONBudget { JSONBudget(depth: depth, tokens: tokens) }
}

// MARK: Guests without a session

extension Server {
  /// The present Snapshot of a resource.
  package func text(of resource: Resource) -> JSONText { encoder.snapshot(of: resource) }

  /// The present LocationSnapshot.
  package var locationText: JSONText { encoder.snapshot(of: engine.location) }
}
