package import Reactor
package import StatusCore

/// A resource that is what a program writes while it runs: each line of its standard output is a value.
///
/// The program runs while polling is wanted or a caller waits for a value. It is ended like a command, with all that
/// it has started, when neither holds any more.
@LoopActor
package final class StreamSource: LiveSource {
  /// The program alone: its arguments may hold secrets.
  package let address: String
  package let liveMode: LiveMode? = .insteadOfPolls
  private let command: Command
  private let bodyBytes: Int
  private let timers: TimerQueue
  private var process: StreamProcess?
  private var connection: StreamConnection?
  private var attempt: StreamAttempt?

  /// - Parameter bodyBytes: A longer line is no value.
  package init(
    _ command: Command, bodyBytes: Int = HTTPLimits().bodyBytes,
    timers: TimerQueue = LoopActor.shared.loop.timers
  ) {
    self.command = command
    self.bodyBytes = bodyBytes
    self.timers = timers
    address = "stream:\(command.shownProgram)"
  }

  /// Waits for the next value; where no connection is open, the program runs for this alone.
  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let begun = StreamAttempt(of: self, completion)
    attempt = begun
    start()
    return begun
  }

  package func open(
    _ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void
  ) -> any LiveConnection {
    let opened = StreamConnection(of: self, received)
    connection = opened
    start()
    return opened
  }

  private func start() {
    guard process == nil else { return }
    let begun = StreamProcess(command, limit: bodyBytes, timers: timers)
    process = begun
    begun.start { [weak self, weak begun] event in
      guard let self, let begun, process === begun else { return }
      received(event)
    }
  }

  private func received(_ event: StreamProcess.Event) {
    switch event {
    case .lines(let outcome): deliver(.delivered(outcome.mapError(addressed)))
    case .over(let problem):
      process = nil
      deliver(.lost(addressed(problem), pause: nil))
    }
  }

  /// Reports to the connection, if one is open, and otherwise to the attempt: the engine has the deliveries of a
  /// connection end the attempt under way.
  private func deliver(_ event: LiveEvent) {
    if let connection {
      if case .lost = event { self.connection = nil }
      connection.received(event)
    } else if let attempt {
      self.attempt = nil
      attempt.complete(event)
    }
    endIfUnwanted()
  }

  fileprivate func closed(_ closed: StreamConnection) {
    if connection === closed {
      connection = nil
      // An attempt may still wait for the next value.
      process?.pause(false)
    }
    endIfUnwanted()
  }

  fileprivate func paused(_ paused: StreamConnection, _ isPaused: Bool) {
    if connection === paused { process?.pause(isPaused) }
  }

  fileprivate func cancelled(_ cancelled: StreamAttempt) {
    if attempt === cancelled { attempt = nil }
    endIfUnwanted()
  }

  fileprivate func expired(_ expired: StreamAttempt) -> Problem {
    let problem = addressed(process?.timeout ?? Problem(.timeout))
    cancelled(expired)
    return problem
  }

  private func endIfUnwanted() {
    guard connection == nil, attempt == nil else { return }
    process?.end()
    process = nil
  }

  private func addressed(_ problem: Problem) -> Problem {
    var problem = problem
    problem.detail.url = address
    return problem
  }
}

/// The interest of the resource in what is written, while polling is wanted.
@LoopActor
private final class StreamConnection: LiveConnection {
  private let source: StreamSource
  let received: @LoopActor (LiveEvent) -> Void

  init(of source: StreamSource, _ received: @escaping @LoopActor (LiveEvent) -> Void) {
    (self.source, self.received) = (source, received)
  }

  func close() { source.closed(self) }

  func pause(_ isPaused: Bool) { source.paused(self, isPaused) }
}

/// The interest of a caller in the next value.
@LoopActor
private final class StreamAttempt: SourceAttempt {
  private let source: StreamSource
  private let completion: SourceCompletion

  init(of source: StreamSource, _ completion: @escaping SourceCompletion) {
    (self.source, self.completion) = (source, completion)
  }

  func complete(_ event: LiveEvent) {
    switch event {
    case .delivered(let outcome): completion(outcome)
    case .lost(let problem, _): completion(.failure(problem))
    case .ended: break
    }
  }

  func cancel() { source.cancelled(self) }

  func expire() -> Problem { source.expired(self) }
}
