package import Engine
package import Logging
package import Reactor

/// What the sessions of one engine share: the engine, and its values as text.
@LoopActor
package final class Server {
  package let engine: Engine
  let encoder = SnapshotEncoder()
  let loop: EventLoop
  private var sessionCount = 0

  package init(
    _ configuration: Configuration, parts: EngineParts = EngineParts(), loop: EventLoop, logger: Logger
  ) {
    engine = Engine(configuration, parts: parts, loop: loop, logger: logger)
    self.loop = loop
  }

  var logger: Logger { engine.logger }

  /// The owner of what a new session asks the engine for.
  func makeOwner() -> Owner {
    sessionCount += 1
    return Owner("session \(sessionCount)")
  }
}

/// How a session is served, beside what the engine's configuration says of every session.
package struct SessionOptions: Sendable {
  /// How long admitted calls are waited for at the end of the input.
  package var drainTimeout = Duration.seconds(10)
  /// How many log lines were never written, because nobody reads standard error.
  package var droppedLogLines: @Sendable () -> Int = { 0 }

  package init() {}
}
