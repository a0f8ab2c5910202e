import Engine
package import JSONRPC
package import Jansson
import Logging
package import Reactor
package import StatusCore

/// One client's conversation: it admits calls, hands them to methods and writes the responses.
///
/// Only this type responds, so each admitted call has exactly one response: it is written at once, or the call
/// stands in `pending` until its ticket ends or is cancelled, and leaves it with that response.
///
/// Everything of this one client belongs to the session and ends with it: its statistics, the failures of its
/// requests, its limits, and, as those of its ``owner``, subscriptions and wishes to poll.
///
/// What ends a session: the input, the client's word, a signal, the reader of the output, the client's death, the drain
/// deadline. ``SessionLife`` decides what follows from each.
///
/// ## Why nothing can wedge it, and what it costs
///
/// The output is a queue without an end of its own, and what goes into it is bounded where it comes from
/// (docs/protocol.md has the client's side of this).
///
/// - *Reserved*: a call that waits has its place in the output from its admission on, for at most
///   `limits.inFlight` calls. Its answer is written whenever it is ready, however long the queue is.
/// - *Admitted by room*: ``Connection`` takes a message only while less than `limits.outputBytes` wait. What
///   one message adds at once is its own answer, or its batch's. So the queue grows beyond the limit by one
///   message's answers and the reserved ones, whose large values are shared and not copied.
/// - *Conflated*: notifications are not queued at all. ``Outbox`` keeps a name and a count for each resource,
///   and writes the newest snapshot when fewer than `limits.notificationBytes` wait, or before an answer,
///   which must not tell of more than the client has been told.
///
/// Who waits for whom: reading waits for writing, calls wait for sources and timers, and writing waits for the
/// client alone. Nothing that the client waits for waits for the client to do more than read: a client that
/// reads gets every answer. A client that does not read stops being read, and costs what stands above. There
/// is no circle, because the daemon never asks the client anything.
@LoopActor
package final class Session {
  let engine: Engine
  let encoder: SnapshotEncoder
  /// On whose behalf the engine acts for this client.
  let owner: Owner
  let logger: Logger
  let limits: Limits
  /// Those of this client's requests.
  let failures: FailureBook
  let statistics: Statistics
  /// A fetch that this client waits for does not fail sooner.
  let minimumRequestTime: Duration
  private(set) lazy var profile: any Profile = NativeProfile(self)
  private(set) lazy var outbox = Outbox(profile, statistics, write: write)
  private let write: @LoopActor (JSONText) -> Void
  /// Real time, under any clock: the drain deadline is measured on it.
  private let timers: TimerQueue
  private let drainTimeout: Duration

  private var life = SessionLife()
  private var deadline: Timer?
  /// How long an end that cannot wait takes at most.
  ///
  /// It is for responses that the drain deadline brought to be read, and for calls to end once the client is
  /// gone. Twice this is less than a second.
  private static let lastChance = Duration.milliseconds(450)
  var pending = PendingCalls()

  /// Called when no more input is taken.
  package var onStopReceiving: (@LoopActor () -> Void)?
  /// Called with the process id of a client that gives one.
  package var onClientProcess: (@LoopActor (Int) -> Void)?
  /// Called once, with the exit status that the end stands for.
  package var onEnd: (@LoopActor (Int32) -> Void)?

  /// - Parameters:
  ///   - timers: Real time.
  ///   - write: Takes one whole message.
  package init(
    _ server: Server, _ options: SessionOptions = SessionOptions(), timers: TimerQueue,
    write: @escaping @LoopActor (JSONText) -> Void
  ) {
    engine = server.engine
    encoder = server.encoder
    owner = server.makeOwner()
    logger = server.logger
    limits = engine.configuration.limits
    failures = engine.makeFailureBook()
    statistics = Statistics(timers: timers, droppedLogLines: options.droppedLogLines)
    minimumRequestTime = engine.configuration.minimumRequestTime
    self.timers = timers
    self.write = write
    drainTimeout = options.drainTimeout
    engine.observe(owner) { [weak self] in
      self?.outbox.note($0)
    } onSuccess: { [failures] in
      failures.resourceSucceeded($0)
    }
  }

  /// Wants what the configuration wants of every session: that some resources are polled.
  ///
  /// Not sooner than the client can be notified of what comes of it.
  package func begin() {
    engine.begin(for: owner)
  }

  /// Whether messages are still taken.
  package var isReceiving: Bool { life.isReceiving }

  /// Whether requests are still served.
  var isServing: Bool { life.isServing }

  /// Writes the notifications that wait, at the end of a turn.
  package func flushNotifications() {
    outbox.flush()
  }

  // MARK: Responding

  /// Writes a response to where it belongs, behind the notifications that it may know of.
  func respond(_ place: ResponsePlace, with outcome: Result<JSONText, Failure>) {
    switch place {
    case .nowhere: break
    case .caller(let completion): completion(outcome)
    case .alone(let id): writeBehindNotifications(profile.response(to: id, with: outcome))
    case .batch(let batch, let index, let id):
      let response = profile.response(to: id, with: outcome)
      if let whole = batch.reply.set(response, at: index) { writeBehindNotifications(whole) }
    }
  }

  private func writeBehindNotifications(_ message: JSONText) {
    outbox.flush()
    write(message)
  }
}

// MARK: Calls of this process

extension Session {
  /// Makes a call without a message, for code in this process; `completion` is called once.
  package func perform(
    _ call: Call, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) {
    perform(call, answeredAt: .caller(completion))
  }

  /// Takes what would have been such a call, had its params been readable.
  package func perform(
    _ problem: ProtocolProblem, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) {
    refuse(problem, .caller(completion))
  }
}

// MARK: Life

extension Session {
  /// The end of the input was seen; what was read before it may still have to be taken.
  ///
  /// The drain deadline runs from here: a reader that never reads holds up the rest of the input too.
  package func inputIsEnding() {
    if deadline == nil { setDeadline(after: drainTimeout) }
  }

  /// No more input comes: everything admitted is answered, then the session ends with status 0.
  package func inputEnded() {
    perform(life.inputEnded(waiting: pending.answerable))
  }

  /// The client has gone without closing its end: the same, but soon.
  package func abandoned() {
    inputEnded()
    deadline?.cancel()
    setDeadline(after: Self.lastChance)
  }

  /// At the end of a turn all that was written has left, which a session that ends waits for.
  package func outputWritten() {
    perform(life.outputWritten())
  }

  /// Nobody reads the output any more.
  package func readerLeft() {
    perform(life.readerLeft())
  }

  /// The client has said which process it is.
  func clientIsProcess(_ process: Int) {
    onClientProcess?(process)
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
    life.callEnded(waiting: pending.answerable)
  }

  private func perform(_ action: SessionLife.Action) {
    switch action {
    case .none: break
    case .drain: stopReceiving()
    case .answerRest:
      stopReceiving()
      answerRest()
    case .end(let status): end(status)
    }
  }

  /// What belongs to the client ends with it.
  private func end(_ status: Int32) {
    deadline?.cancel()
    engine.forget(owner)
    for call in pending.all {
      _ = pending.remove(call)
      call.ticket.cancel()
    }
    onEnd?(status)
  }

  private func stopReceiving() {
    onStopReceiving?()
    inputIsEnding()
  }

  private func setDeadline(after delay: Duration) {
    deadline = timers.schedule(after: delay) { [weak self] in
      guard let self else { return }
      perform(life.deadlinePassed())
      // What was answered just now still has to be read by somebody.
      setDeadline(after: Self.lastChance)
    }
  }

  private func answerRest() {
    for call in pending.all {
      end(call, with: .failure(failures.record(Problem(.shuttingDown), operation: call.operation)))
      call.ticket.cancel()
    }
    callEnded()
  }
}
