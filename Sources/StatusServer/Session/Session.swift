import Jansson
import JSONRPC
import Reactor
import StatusCore

/// One client's conversation: it admits calls, hands them to methods and writes the answers.
///
/// Only this type answers, so each admitted call has exactly one answer: it is written at once, or the call
/// stands in `pending` until its ticket is settled or cancelled, and leaves it with that answer.
///
/// What ends a session: the input, `exit`, a signal, the reader of the output, the drain deadline.
/// ``SessionLife`` decides what follows from each.
@LoopActor
final class Session {
  let services: Services
  let outbox: Outbox
  let limits: Limits
  private let write: @LoopActor (JSONText) -> Void
  /// Real time, under any clock: the drain deadline is measured on it.
  private let timers: TimerQueue
  private let drainTimeout: Duration
  private(set) lazy var router = Methods.router(services, self)

  private var life = SessionLife()
  private var isInitialized = false
  private var deadline: Timer?
  /// How long the answers that the drain deadline brought may take to be read.
  private static let lastChance = Duration.milliseconds(500)
  var pending = PendingCalls()

  /// Called when no more input is taken.
  var stoppedReceiving: (@LoopActor () -> Void)?
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
    outbox = Outbox(resources: services.resources, write: write)
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
  /// No more input comes: everything admitted is answered, then the session ends with status 0.
  func inputEnded() {
    perform(life.inputEnded(waiting: pending.answerable))
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
  func initialized(tellsStateChanges: Bool) throws(Problem) {
    guard !isInitialized else { throw .initializedTwice }
    isInitialized = true
    outbox.tellsStateChanges = tellsStateChanges
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
    if deadline == nil { setDeadline(after: drainTimeout) }
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
      end(call, with: .failure(services.failures.record(Problem(.shuttingDown), operation: call.operation)))
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
