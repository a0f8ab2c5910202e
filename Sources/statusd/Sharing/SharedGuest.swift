import Engine
import Glibc
import JSONRPC
import Reactor
import StatusServer

/// The guest of `statusd serve --socket`: serves any number of sessions from one engine.
@LoopActor
final class SharedGuest: Guest {
  private let server: Server
  private let listener: ListeningSocket
  private let host: Host
  private let terms: SharedSession.Terms
  private let limit: Int
  private let idleTimeout: Duration
  private var life = SharedLife()
  private var arrivals: [CInt: Arrival] = [:]
  private var sessions: [Int: SharedSession] = [:]
  private var sessionCount = 0
  /// Whether whoever is dealt with has the last descriptor, and cannot stay.
  private var hasNoRoom = false
  private var idleClock: Timer?
  private var nameClock: Timer?
  private var metrics: MetricsFile?
  /// Called when the name is gone: another daemon may begin.
  var onLeave: (@LoopActor () -> Void)?

  /// What is read of a session in a turn: some 45 small requests.
  ///
  /// They take a tenth of a millisecond, and whoever sends without a pause keeps another waiting for two such turns.
  private static let longestRead = 2_048

  /// How often the daemon looks whether its name is still its own.
  private static let nameInterval = Duration.seconds(60)

  /// - Parameter listener: The socket, on which nobody was accepted yet.
  init(
    _ configuration: Configuration, at listener: ListeningSocket, _ terms: SharedSession.Terms, on host: Host
  ) {
    self.listener = listener
    self.host = host
    self.terms = terms
    limit = configuration.shared.sessions
    host.loop.limitReads(to: Self.longestRead)
    // Each session has three at most; sources, the store and the loop have theirs.
    ProcessLimit.raiseDescriptors(to: 4 * limit + 512)
    idleTimeout = configuration.shared.idleTimeout
    server = Server(configuration, isShared: true, loop: host.loop, logger: host.logger)
    server.droppedLogLines = { StandardErrorLog.dropped }
    server.engine.followConfiguration()
    if let path = configuration.metrics.path {
      metrics = MetricsFile(path, every: configuration.metrics.interval, on: host) {
        [unowned server] labels in
        server.metrics(in: .prometheus, labels: labels)
      }
    }
    listener.start(on: host.loop) { [unowned self] in accept() }
    startIdleClock()
    lookForName()
  }

  func terminate(_ signal: CInt) { perform(life.stopRequested()) }

  /// Nobody's end is the end of a shared daemon.
  func abandon() {}

  func close() {
    metrics?.close()
    server.engine.close(within: Self.patienceForStore)
  }

  // MARK: Coming

  /// Takes in whoever has connected, as many as one turn should.
  private func accept(atMost most: Int = 64) {
    for _ in 0..<most {
      switch listener.accept() {
      case .connection(let descriptor): receive(descriptor)
      case .noDescriptors: return sendAway()
      case .none: return
      }
    }
  }

  private func receive(_ descriptor: CInt) {
    life.arrived()
    arrivals[descriptor] = Arrival(descriptor, on: host.loop) { [unowned self] in decided(descriptor, $0) }
  }

  /// One of those for whom there is no descriptor is told so; the others wait for their turn.
  private func sendAway() {
    guard case .connection(let descriptor) = listener.acceptFromReserve() else {
      return listener.refillReserve()
    }
    listener.isPaused = true
    life.arrived()
    arrivals[descriptor] = Arrival(descriptor, on: host.loop, within: .seconds(1)) { [unowned self] outcome in
      hasNoRoom = true
      decided(descriptor, outcome)
      hasNoRoom = false
      listener.refillReserve()
      listener.isPaused = false
    }
  }

  private func decided(_ descriptor: CInt, _ outcome: Arrival.Outcome) {
    // Kept until the end of its handler, which runs.
    let arrival = arrivals.removeValue(forKey: descriptor)
    defer { withExtendedLifetime(arrival) {} }
    var session: SharedSession?
    switch outcome {
    case .session(let first): session = direct(descriptor, first)
    case .line(.session(let hello), let streams, let lost):
      session = greet(descriptor, hello, streams, lost: lost)
    case .line(let request, let descriptors, _):
      for extra in descriptors { Glibc.close(extra) }
      answer(request, descriptor)
    case .nothing: Glibc.close(descriptor)
    }
    if let session { add(session) }
    perform(life.arrivalEnded(asSession: session != nil))
    if case .line(.stop, _, _) = outcome { perform(life.stopRequested()) }
  }

  private func answer(_ request: SharingLine.Request, _ descriptor: CInt) {
    let isStop = if case .stop = request { true } else { false }
    send(isStop ? .stopping : .status(sessions: sessions.count, uptime: server.uptime), descriptor)
    Glibc.close(descriptor)
  }

  private func send(_ answer: SharingLine.Answer, _ descriptor: CInt) {
    LocalSocket.send(SharingLine.text(of: answer, process: ThisProcess.id), to: descriptor)
  }

  private func direct(_ descriptor: CInt, _ first: [UInt8]) -> SharedSession? {
    guard !life.isStopping, sessions.count < limit, !hasNoRoom else {
      LocalSocket.send(
        server.refusal(beyond: limit, framing: terms.framing ?? Framing(of: first)), to: descriptor)
      Glibc.close(descriptor)
      return nil
    }
    sessionCount += 1
    return SharedSession(sessionCount, on: descriptor, first: first, terms, server, host.loop)
  }

  private func greet(
    _ descriptor: CInt, _ hello: SharingLine.Hello, _ streams: [CInt], lost: Bool
  ) -> SharedSession? {
    if let (reason, message) = objection(to: hello, lost: lost) {
      send(.refused(reason, message: message), descriptor)
    } else if let spoken = hello.profile, streams.count == 2 {
      var terms = SharedSession.Terms(profile: spoken.profile, framing: spoken.framing(hello.framing))
      terms.options.drainTimeout = hello.drainTimeout ?? self.terms.options.drainTimeout
      sessionCount += 1
      return SharedSession(
        sessionCount, of: descriptor, input: streams[0], output: streams[1], terms, server, host.loop)
    }
    for stream in streams { Glibc.close(stream) }
    Glibc.close(descriptor)
    return nil
  }

  private func objection(to hello: SharingLine.Hello, lost: Bool) -> (SharingLine.Refusal, String)? {
    guard hello.version == SharingLine.version, hello.profile != nil else {
      return (.version, "this daemon, \(Version.description), speaks another protocol to connect")
    }
    if life.isStopping { return (.stopping, "the daemon is leaving") }
    if lost || hasNoRoom { return (.sessions, "the daemon has no descriptor left for another session") }
    guard sessions.count < limit else {
      return (.sessions, "the daemon has \(limit) sessions, as many as shared.sessions lets it have")
    }
    return nil
  }

  private func add(_ session: SharedSession) {
    let number = session.number
    sessions[number] = session
    session.onEnd = { [unowned self] in ended(number) }
  }

  private func ended(_ number: Int) {
    // Its connection may be in the middle of a call.
    if let session = sessions.removeValue(forKey: number) { host.loop.onNextTurn { _ = session } }
    perform(life.sessionEnded())
    lookForName()
  }

  // MARK: Leaving

  private func perform(_ action: SharedLife.Action) {
    switch action {
    case .none: break
    case .startClock: startIdleClock()
    case .stopClock: idleClock?.cancel()
    case .leave: leave()
    case .drain:
      leave()
      for session in sessions.values { session.terminate() }
    case .end: host.leave(self, status: 0)
    }
  }

  private func startIdleClock() {
    idleClock?.cancel()
    guard idleTimeout > .zero else { return }
    idleClock = host.loop.timers.schedule(after: idleTimeout) { [unowned self] in
      perform(life.idleTimePassed())
    }
  }

  private func lookForName() {
    nameClock?.cancel()
    guard !life.isLeaving else { return }
    guard listener.hasItsName else { return perform(life.nameWasLost()) }
    nameClock = host.loop.timers.schedule(after: Self.nameInterval) { [unowned self] in lookForName() }
  }

  /// Whoever had connected before the name was removed is served.
  private func leave() {
    idleClock?.cancel()
    listener.removeName()
    onLeave?()
    onLeave = nil
    accept(atMost: .max)
    listener.close()
    perform(life.hasLeft())
  }
}

extension Framing {
  /// What a client's first byte says, which a client sees that gets no session.
  fileprivate init(of first: [UInt8]) {
    self = first.first.map { $0 | 0x20 } == UInt8(ascii: "c") ? .headers : .lines
  }
}
