import Engine
import JSONRPC
import Jansson
import Logging
package import Reactor
import StatusCore

/// The session of one client: admits calls, hands them to methods and writes the responses.
///
/// Only this type responds, so each admitted call has exactly one response. The response is written at once,
/// or the call stays in `pending` until its ticket ends or is cancelled, and leaves it with that response.
///
/// What belongs to one client belongs to its session and ends with it: statistics, limits, the failures of
/// its requests, and the subscriptions and wishes to poll of its ``owner``.
///
/// A session ends by the end of its input, by `exit`, by a signal, by the death of the client, by the end of
/// the reader of its output, or by the drain deadline. ``SessionLife`` decides what follows from each.
///
/// ## Why no client can block it, and what an unread response costs
///
/// The output queue has no limit of its own. What goes into it is bounded at its sources (docs/protocol.md
/// describes this for clients).
///
/// - *Reserved*: a waiting call has a place in the output from its admission on; there are at most
///   `limits.inFlight` such calls. Its response is written as soon as it is ready, however long the queue is.
/// - *Admitted by room*: ``Connection`` takes a message only while less than `limits.outputBytes` wait. One
///   message adds its own response at once, or those of its batch. So the queue exceeds the limit at most by
///   the responses to one message and by the reserved ones, whose large values are shared and not copied.
/// - *Conflated*: notifications are not queued. ``Outbox`` keeps a name and a count for each resource. It
///   writes the newest snapshot when fewer than `limits.notificationBytes` wait. It also writes it before
///   each response, because a response must not show a state that the client was not notified of.
///
/// Reading waits for writing, calls wait for sources and timers, and writing waits only for the client. The
/// client never has to do more than read: a client that reads gets every response. From a client that does
/// not read, the daemon stops reading, at the cost given above. A deadlock is impossible, because the daemon
/// never waits for a response of the client.
@LoopActor
package final class Session {
  let server: Server
  let engine: Engine
  let encoder: SnapshotEncoder
  /// The owner that stands for this client in the engine.
  let owner: Owner
  let logger: Logger
  let limits: Limits
  /// What this client sees in its own way; nil where it is the only one.
  let sharedView: SharedView?
  /// The failures of this client's requests.
  let failures: FailureBook
  let statistics: Statistics
  /// The shortest time in which a fetch fails that this client waits for.
  var minimumRequestTime: Duration { engine.minimumRequestTime }
  let profile: SpokenProfile
  private(set) lazy var methods = profile.methods(of: self)
  let outbox: Outbox
  /// Whether the profile looks at each call.
  let notesCalls: Bool
  private let write: MessageOutput
  /// Real time, whatever the engine's clock is; the drain deadline uses it.
  private let timers: TimerQueue
  private let drainTimeout: Duration

  private var life = SessionLife()
  private var deadline: Timer?
  /// The time that is left after a deadline or after the client has gone.
  ///
  /// In this time the client can read the responses that the drain deadline caused, and calls can end after
  /// the client has gone. Two such times are less than a second.
  private static let lastChance = Duration.milliseconds(450)
  let pending = PendingCalls()

  /// Marked when there may be something to do at the end of the turn; nil for a session of code in this process.
  package var endOfTurn: LoopHook? {
    get { hook }
    set {
      hook = newValue
      outbox.endOfTurn = newValue
    }
  }
  // Private, because a property that other modules can see is checked for exclusive access wherever it is read.
  private var hook: LoopHook?
  /// Called when the session stops receiving.
  package var onStopReceiving: (@LoopActor () -> Void)?
  /// Called with the process id that a client gives in `initialize`.
  package var onClientProcess: (@LoopActor (Int) -> Void)?
  /// Called once at the end, with the exit status of the process.
  package var onEnd: (@LoopActor (Int32) -> Void)?

  /// - Parameters:
  ///   - profile: The protocol that the client speaks.
  ///   - view: What this session sees of a snapshot in its own way; nil for what everyone sees.
  ///   - timers: The timers of real time.
  ///   - former: The session in whose place this one goes on, with its counters; nil for a new client.
  ///   - write: Takes the messages, one at a time.
  package init(
    _ server: Server, profile: SessionProfile = .native, view: SnapshotView? = nil,
    _ options: SessionOptions = SessionOptions(), timers: TimerQueue, after former: Session? = nil,
    write: @escaping MessageOutput
  ) {
    self.server = server
    engine = server.engine
    owner = server.makeOwner()
    sharedView = server.isShared ? SharedView(owner, engine.resources) : nil
    encoder = server.encoder(for: view ?? sharedView.map { own -> SnapshotView in { own.tail(of: $0) } })
    logger = server.logger
    limits = engine.configuration.initial.limits
    failures = engine.makeFailureBook()
    statistics =
      former?.retire() ?? Statistics(timers: timers, options, profile.notifications, in: server.sessions)
    self.profile = profile(engine, encoder)
    outbox = Outbox(self.profile, statistics, write: write)
    notesCalls = profile.notesCalls
    self.timers = timers
    self.write = write
    drainTimeout = options.drainTimeout
    server.sessions.opened(statistics)
    engine.observe(owner, followingAttempts: profile.notifications.attempt != nil) { [weak self] in
      self?.outbox.note($0)
    } onSuccess: { [failures] in
      failures.ledger.resourceSucceeded($0)
    } isAwaited: { [weak self] in
      self?.outbox.isAwaited($0) ?? false
    }
  }

  /// Whether the session still takes messages.
  package var isReceiving: Bool { life.isReceiving }

  /// Whether the session still serves requests.
  var isServing: Bool { life.isServing }

  /// Writes the waiting notifications, at the end of a turn.
  package func flushNotifications() {
    outbox.flush()
  }

  /// The same for those that need no further memory.
  ///
  /// - Returns: Whether others wait.
  func flushSmallNotifications() -> Bool { outbox.flushSmall() }

  /// A turn has ended in which the client has too much to read for notifications.
  package func holdNotifications() {
    outbox.hold()
  }

  // MARK: Responding

  /// Writes a response to its place, after the notifications of everything that it may reflect.
  ///
  /// - Returns: Whether the call got one. A notification gets none, and a profile may leave a failure unanswered.
  @discardableResult
  func respond(_ place: ResponsePlace, _ call: CallContext, with outcome: Result<JSONText, Failure>) -> Bool {
    switch place {
    case .nowhere: return false
    case .caller(let completion): completion(outcome)
    case .alone(let id):
      outbox.flush()
      guard isAnswered(id, call, with: outcome) else { return false }
      write { profile.response(to: id, of: call, with: outcome, in: &$0) }
    case .batch(let batch, let index, let id):
      let isAnswered = isAnswered(id, call, with: outcome)
      let response =
        isAnswered ? JSONText { profile.response(to: id, of: call, with: outcome, in: &$0) } : nil
      if let whole = response.map({ batch.response.set($0, at: index) }) ?? batch.response.skip() {
        outbox.flush()
        write { $0.text(whole) }
      }
      return isAnswered
    }
    return true
  }

  private func isAnswered(
    _ id: RequestID, _ call: CallContext, with outcome: Result<JSONText, Failure>
  ) -> Bool {
    if case .failure(let failure) = outcome { profile.answers(id, call, with: failure) } else { true }
  }
}

// MARK: Life

extension Session {
  /// The end of the input was seen, but some of what was read before may not be taken yet.
  ///
  /// The drain deadline starts here, because a client that never reads holds up the rest of the input too.
  package func inputIsEnding() {
    if deadline == nil { setDeadline(after: drainTimeout) }
  }

  /// The input has ended: admitted calls get their responses, then the session ends with status 0.
  package func inputEnded() {
    perform(life.inputEnded(waiting: pending.awaitingResponse))
  }

  /// The client has gone without closing its end: the session ends in the same way, within a second.
  package func abandoned() {
    inputEnded()
    deadline?.cancel()
    setDeadline(after: Self.lastChance)
  }

  /// All output was written at the end of a turn; a session that is ending waits for this.
  package func outputWritten() {
    perform(life.outputWritten())
  }

  /// Nobody reads the output any more.
  package func readerLeft() {
    perform(life.readerLeft())
  }

  /// The client has announced the end: no more requests are served.
  func stopServing() {
    life.shutdownRequested()
  }

  /// The client asks for the end.
  func exit() {
    perform(life.exitRequested())
  }

  /// A call has left `pending`.
  func callEnded() {
    life.callEnded(waiting: pending.awaitingResponse)
    hook?.mark()
  }

  private func perform(_ action: SessionLife.Action) {
    if case .none = action { return }
    hook?.mark()
    switch action {
    case .none: break
    case .drain: stopReceiving()
    case .refuseWaiting:
      stopReceiving()
      refuseWaiting()
    case .end(let status): end(status)
    }
  }

  /// Ends it for its engine and not for its client, who is served by another from now on.
  ///
  /// - Returns: What it has counted.
  private func retire() -> Statistics {
    leaveEngine()
    return statistics
  }

  private func leaveEngine() {
    server.sessions.ended(statistics)
    profile.end()
    engine.forget(owner)
    server.stopLooking(for: self)
  }

  /// Ends the session and everything that belongs to the client.
  private func end(_ status: Int32) {
    deadline?.cancel()
    leaveEngine()
    for call in pending.all {
      _ = pending.remove(call)
      call.ticket?.cancel()
    }
    onEnd?(status)
  }

  private func stopReceiving() {
    endOpenCalls()
    onStopReceiving?()
    inputIsEnding()
  }

  /// What is left of the drain deadline, or of the time after the client has gone; some of it always is.
  package var timeLeft: Duration {
    guard let deadline else { return drainTimeout }
    return max(deadline.deadline - timers.now, Self.lastChance)
  }

  /// Sets none for a session that has ended: whoever keeps it would wake the loop for ever.
  private func setDeadline(after delay: Duration) {
    guard !life.hasEnded else { return }
    deadline = timers.schedule(after: delay) { [weak self] in
      guard let self else { return }
      perform(life.deadlinePassed())
      // The client still has to read the responses that were just written.
      setDeadline(after: Self.lastChance)
    }
  }

  private func refuseWaiting() {
    for call in pending.all {
      end(call, with: .failure(failures.record(Problem(.shuttingDown), operation: call.operation)))
      call.ticket?.cancel()
    }
    callEnded()
  }
}
