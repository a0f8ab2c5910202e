package import Engine
package import JSONRPC
package import Jansson
package import Logging
package import Reactor
package import StatusCore

/// What the sessions of one process share: the engine, the encoder of its values, and the counters of the process.
@LoopActor
package final class Server {
  package let engine: Engine
  let encoder = SnapshotEncoder()
  let loop: EventLoop
  /// The maps of the fleets that are on screens.
  let maps = FleetMaps()
  let sessions: SessionTotals
  let looking = LookingSessions()
  let process: ProcessFigures
  /// Whether any number of clients is served, each of which is told so.
  let isShared: Bool
  /// Why nothing is served yet; nil for a daemon whose configuration is right.
  package internal(set) var misconfiguration: Misconfiguration?
  /// The number of log lines that were dropped because nobody reads standard error.
  package var droppedLogLines: @Sendable () -> Int = { 0 }
  private var start: Instant
  private var sessionCount = 0
  private var layout: MethodLayout?
  /// Where every session writes its messages, one at a time.
  let frames = FrameMemory()

  /// - Parameters:
  ///   - opensLater: Whether the store is left alone until a session begins or needs it.
  ///   - misconfiguration: Why nothing is served; nil if everything is.
  package init(
    _ configuration: Configuration, parts: EngineParts = EngineParts(), opensLater: Bool = false,
    isShared: Bool = false, misconfiguration: Misconfiguration? = nil, loop: EventLoop, logger: Logger
  ) {
    engine = Engine(configuration, parts: parts, opensLater: opensLater, loop: loop, logger: logger)
    self.misconfiguration = misconfiguration
    engine.isShared = isShared
    self.isShared = isShared
    sessions = SessionTotals(outputLimit: isShared ? configuration.shared.outputBytes : nil)
    self.loop = loop
    process = ProcessFigures(loop)
    start = loop.timers.now
    engine.preparation = { [maps] in maps.mapping(ofNew: $1, in: $0) }
  }

  /// The server that serves now that the configuration is right: failures and time go on as if it had been there from
  /// the start.
  ///
  /// It has neither opened its store nor begun to poll.
  package func successor(_ configuration: Configuration, parts: EngineParts = EngineParts()) -> Server {
    let server = Server(configuration, parts: parts, opensLater: true, loop: loop, logger: logger)
    server.engine.numberFailures(after: engine)
    (server.start, server.sessionCount) = (start, sessionCount)
    server.droppedLogLines = droppedLogLines
    return server
  }

  /// The time since the start of the process, in real time.
  package var uptime: Duration { loop.timers.now - start }

  var logger: Logger { engine.logger }

  /// The names of the native protocol's methods, which the first session makes.
  func nativeLayout(_ make: () -> MethodLayout) -> MethodLayout {
    if let layout { return layout }
    let made = make()
    layout = made
    return made
  }

  /// The encoder of a session: everyone's, unless it has a view of its own.
  func encoder(for view: SnapshotView?) -> SnapshotEncoder {
    view.map { SnapshotEncoder(view: $0, sharing: encoder) } ?? encoder
  }

  /// Makes the owner of a new session.
  func makeOwner() -> Owner {
    sessionCount += 1
    return Owner("session \(sessionCount)")
  }
}

/// The options of one session, in addition to the engine's configuration.
package struct SessionOptions: Sendable {
  /// How long the session waits for admitted calls after the end of the input.
  package var drainTimeout = Duration.seconds(10)
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
  /// The present Snapshot of a resource; the value is shared and not copied.
  package func text(of resource: Resource) -> JSONText { encoder.snapshot(of: resource) }

  /// The same without the value.
  package func textWithoutValue(of resource: Resource) -> JSONText { encoder.summary(of: resource) }

  /// The resource that the params of a call name, as its method finds it.
  package func resource(of arguments: Arguments) throws(Problem) -> Resource {
    try arguments.resource(among: engine.resources)
  }

  /// The present LocationSnapshot.
  package var locationText: JSONText { encoder.snapshot(of: engine.location) }
}
