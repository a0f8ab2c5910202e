package import Foundation
internal import StatusdTypes

/// A running daemon: started, spoken to, and started again if that is wanted.
///
/// Any number of tasks may call at the same time; responses find their way by id. `close` ends it. One that is
/// let go of without `close` has its input ended, so the daemon ends too.
public actor Statusd {
  private let command: Command
  let options: Options
  nonisolated let listeners = Listeners()
  /// What the daemon said of itself at its start.
  public private(set) var server: Server
  private nonisolated let current: Locked<Connection>
  private var wishes = PollingWishes()

  // Of restarts.
  private var limit: RestartLimit?
  private var restarting: Task<Void, Never>?
  private var restarts = 0
  /// The process that is being started in place of one that died.
  private var next: Connection?
  private var isGivenUp = false
  private var isClosing = false

  /// For `spawn`.
  private init(_ command: Command, _ options: Options) throws(ProgramNotFound) {
    self.command = command
    self.options = options
    limit = options.restart
    current = Locked(try Connection(command, tap: options.tap))
    server = Server(protocolVersion: "", serverInfo: Server.Info(name: "", version: ""), capabilities: [:])
  }

  deinit {
    connection.closeInput()
  }

  /// Starts a daemon and makes sure that it is one.
  ///
  /// Throws `ProgramNotFound`, `DaemonEnded` or `NotStatusd`.
  public static func spawn(_ command: Command = Command(), options: Options = Options()) async throws
    -> Statusd
  {
    let daemon = try Statusd(command, options)
    try await daemon.open()
    return daemon
  }

  private func open() async throws {
    server = try await open(connection)
  }

  private func open(_ connection: Connection) async throws -> Server {
    try await connection.open(listeners, limit: options.startTimeout) { [weak self] in
      Task { await self?.noticeEnd() }
    }
  }

  /// To the process of now, or to the one that ended last.
  nonisolated var connection: Connection { current.withLock { $0 } }

  /// The number of the daemon's process.
  public var processIdentifier: Int32 { connection.pid }

  /// Whether calls can still be answered.
  public var isRunning: Bool { connection.ending == nil && !isClosing }

  /// Ends the daemon's input, lets it respond to what it has read, and waits for its end.
  public func close() async {
    isClosing = true
    next?.kill()
    await restarting?.value
    await connection.close(grace: options.grace)
    listeners.end(nil)
  }

  // MARK: Calls

  /// What `decode` makes of the response to `method`.
  ///
  /// See `Statusd+Calls.swift` for a function of each method.
  ///
  /// `decode` is called before anything that came after the response is looked at.
  /// It is written before the caller's actor does anything else, so that calls come in the order of an actor's tasks.
  package nonisolated func call<Output: Sendable>(
    _ method: String, _ params: JSONValue?, timeout: Duration?,
    decode: @escaping @Sendable (Data) throws -> Output
  ) async throws -> Output {
    var connection = connection
    if connection.ending != nil { connection = await ready() }
    do {
      let (output, polling) = try await connection.call(method, params, timeout: timeout ?? options.timeout) {
        message in
        (try decode(message), ResourcePolling(response: message, to: method))
      }
      if let polling { await remember(polling) }
      return output
    } catch let error as ResponseError {
      throw StatusdFailure(code: error.code, data: error.data, daemon: self)
    }
  }

  private func remember(_ polling: ResourcePolling) {
    wishes.remember(polling)
  }

  /// Begins a call: its request has been written when this returns its number.
  ///
  /// `completion` gets the response, before anything that came after it is looked at.
  package func send(
    _ method: String, _ params: Params?, completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) async throws -> Int {
    try await ready().send(method, params.map(JSONValue.object)) { response in
      completion(
        response.mapError { error in
          guard let error = error as? ResponseError else { return error }
          return StatusdFailure(code: error.code, data: error.data, daemon: self)
        })
    }
  }

  /// The connection to call by: of the next process, where one is being started.
  func ready() async -> Connection {
    noticeEnd()
    while let restarting { await restarting.value }
    return connection
  }

  // MARK: Listeners

  /// Every notification from now on; each call gives a sequence of its own.
  public func notifications() -> Notifications {
    let feed = NotificationFeed()
    listen(feed)
    return Notifications(feed: feed)
  }

  package func listen(_ listener: any Listener) {
    noticeEnd()
    listeners.listen(listener)
    if isClosing {
      listener.end(nil)
    } else if isGivenUp {
      listener.end(connection.ending)
    }
  }

  // MARK: The end of a process

  /// Starts the daemon again, or ends the listeners.
  ///
  /// Comes with the end, and with whoever finds it first.
  private func noticeEnd() {
    guard let reason = connection.ending, restarting == nil, !isClosing, !isGivenUp else { return }
    if mayRestart() {
      listeners.lost()
      restarting = Task { await restart() }
    } else {
      isGivenUp = true
      listeners.end(reason)
    }
  }

  private func mayRestart() -> Bool {
    !isClosing && limit?.allows(at: .now) ?? false
  }

  /// Starts the daemon until it runs or the limit is reached.
  private func restart() async {
    var runs = await starts()
    while !runs && mayRestart() { runs = await starts() }
    restarting = nil
    if runs {
      restarts += 1
      listeners.add(.restarted(restarts))
      noticeEnd()  // It may have ended again meanwhile.
    } else if !isClosing {
      isGivenUp = true
      listeners.end(connection.ending)
    }
  }

  /// Whether a new process runs and has been asked for everything that the one before was.
  private func starts() async -> Bool {
    do {
      let connection = try Connection(command, tap: options.tap)
      next = connection
      defer { next = nil }
      let server = try await open(connection)
      current.withLock { $0 = connection }
      self.server = server
      try await renew(connection)
      return true
    } catch {
      return false  // Whatever it was: there is one more start, or the limit ends it.
    }
  }

  /// What the new process refuses is left out: the old one may have had another configuration.
  private func renew(_ connection: Connection) async throws {
    for params in wishes.params {
      do {
        try await connection.call("setAutoPolling", .object(params), timeout: options.startTimeout) { _ in }
      } catch is ResponseError {}
    }
    for case let feed as LocationFeed in listeners.all {
      do {
        try await feed.begin(connection, timeout: options.startTimeout)
      } catch is ResponseError {}
    }
  }
}

/// Starts a daemon for the length of `body`, and closes it.
public func withStatusd<Result>(
  _ command: Command = Command(), options: Options = Options(), _ body: (Statusd) async throws -> Result
) async throws -> Result {
  let daemon = try await Statusd.spawn(command, options: options)
  do {
    let result = try await body(daemon)
    await daemon.close()
    return result
  } catch {
    await daemon.close()
    throw error
  }
}
