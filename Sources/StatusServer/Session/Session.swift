import JSONRPC
import Jansson
import Reactor
import StatusCore

/// One client's conversation: it admits calls, hands them to methods and writes the answers.
///
/// Only this type answers, so each admitted call has exactly one answer: it is written at once, or the call
/// stands in `pending` until its ticket is settled or cancelled, and leaves it with that answer.
///
/// What ends a session: the input, `exit`, a signal, the reader of the output, the client's death, the drain
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
final class Session {
  let services: Services
  let outbox: Outbox
  let limits: Limits
  private let write: @LoopActor (JSONText) -> Void
  /// Real time, under any clock: the drain deadline is measured on it.
  private let timers: TimerQueue
  private let drainTimeout: Duration
  let minimumRequestTime: Duration
  private(set) lazy var router = Methods.router(services, self)

  private var life = SessionLife()
  private var isInitialized = false
  private var deadline: Timer?
  /// How long an end that cannot wait takes at most.
  ///
  /// It is for answers that the drain deadline brought to be read, and for calls to end once the client is
  /// gone. Twice this is less than a second.
  private static let lastChance = Duration.milliseconds(450)
  var pending = PendingCalls()

  /// Called when no more input is taken.
  var stoppedReceiving: (@LoopActor () -> Void)?
  /// Called with the process id of a client that gives one.
  var clientNamed: (@LoopActor (Int) -> Void)?
  /// Called once, with the process's exit status.
  var ended: (@LoopActor (Int32) -> Void)?

  /// - Parameters:
  ///   - timers: The loop's own, of the system's time.
  ///   - write: Takes one whole message.
  init(
    services: Services, configuration: Configuration, timers: TimerQueue,
    write: @escaping @LoopActor (JSONText) -> Void
  ) {
    self.services = services
    self.timers = timers
    self.write = write
    limits = configuration.limits
    drainTimeout = configuration.drainTimeout
    minimumRequestTime = configuration.minimumRequestTime
    outbox = Outbox(
      resources: services.resources, location: services.location, statistics: services.statistics,
      write: write)
  }

  /// Whether messages are still taken.
  var isReceiving: Bool { life.isReceiving }

  /// Whether requests are still served.
  var isServing: Bool { life.isServing }

  /// Writes the notifications that wait, at the end of a turn.
  func flushNotifications() {
    outbox.flush()
  }

  // MARK: Answering

  /// Writes an answer to where it belongs, behind the notifications that it may know of.
  func answer(_ place: ReplyPlace, with result: JSONText) {
    send(place) { OutgoingMessage.result(result, for: $0) }
  }

  func answer(_ place: ReplyPlace, with failure: Failure) {
    send(place) { OutgoingMessage.failure(failure, for: $0) }
  }

  private func send(_ place: ReplyPlace, _ response: (RequestID) -> JSONText) {
    switch place {
    case .nowhere: break
    case .alone(let id): writeBehindNotifications(response(id))
    case .batch(let batch, let index, let id):
      if let whole = batch.reply.set(response(id), at: index) { writeBehindNotifications(whole) }
    }
  }

  private func writeBehindNotifications(_ message: JSONText) {
    outbox.flush()
    write(message)
  }
}

// MARK: Life

extension Session {
  /// The end of the input was seen; what was read before it may still have to be taken.
  ///
  /// The drain deadline runs from here: a reader that never reads holds up the rest of the input too.
  func inputIsEnding() {
    if deadline == nil { setDeadline(after: drainTimeout) }
  }

  /// No more input comes: everything admitted is answered, then the session ends with status 0.
  func inputEnded() {
    perform(life.inputEnded(waiting: pending.answerable))
  }

  /// The client has gone without closing its end: the same, but soon.
  func abandoned() {
    inputEnded()
    deadline?.cancel()
    setDeadline(after: Self.lastChance)
  }

  /// At the end of a turn all that was written has left, which a session that ends waits for.
  func outputWritten() {
    perform(life.outputWritten())
  }

  /// Nobody reads the output any more.
  func readerLeft() {
    perform(life.readerLeft())
  }

  /// `initialize` has come, which it may once.
  ///
  /// - Parameter process: The client's process id, if it says so.
  func initialized(tells: ToldNotifications, process: Int?) throws(Problem) {
    guard !isInitialized else { throw .initializedTwice }
    isInitialized = true
    outbox.tells = tells
    if let process { clientNamed?(process) }
  }

  func shutdownRequested() {
    life.shutdownRequested()
  }

  func exitRequested() {
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
    case .end(let status): ended?(status)
    }
  }

  private func stopReceiving() {
    stoppedReceiving?()
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
      let failure =
        call.held ?? services.failures.record(Problem(.shuttingDown), operation: call.operation)
      end(call, with: .failure(failure))
      call.ticket.cancel()
    }
    callEnded()
  }
}

extension Problem {
  fileprivate static var initializedTwice: Problem {
    var detail = FailureDetail()
    detail.reason = "initializedTwice"
    return Problem(.invalidRequest, detail: detail, explanation: "The session was initialized before.")
  }
}
