import Reactor
import StatusCore

/// One connection to an event stream: an exchange whose body is read as it comes and never kept.
///
/// libcurl's callbacks bring what comes, and within them nobody may start or end a transfer. So reports wait for the
/// next turn of the loop. Of problems that come in between the newest counts.
///
/// libcurl reads for as long as there is something to read. A server that sends more than we can read would hold the
/// loop, so the transfer rests after so many bytes until the next turn.
@LoopActor
final class EventStream {
  enum Report {
    /// The server has responded with an event stream.
    case opened
    /// Values, oldest first: the newest counts that can be used.
    case messages([Message])
    /// There is no value now: the server says so by an event `problem`, or an event is too large.
    case problem(Problem)
    /// Nothing more comes; nil where the server wants no further connection.
    case ended(Problem?)
  }

  struct Message: Sendable {
    let data: [UInt8]
    /// The id of the event that brought it; empty for none.
    let id: String
  }

  /// What is read of one stream in a turn of the loop, in bytes: what a pipe holds.
  ///
  /// A last piece may pass it.
  static let bytesOfTurn = 65_536

  private let source: HTTPURL
  private let limits: HTTPLimits
  private let statuses: StatusTable
  private let time: any TimeSource
  private let exchange: HTTPExchange
  private var parser: EventStreamParser
  private let silence: SilenceWatch
  private var onReport: (@LoopActor (Report) -> Void)?

  // What was not reported yet.
  private var isOpened = false
  private var messages: [Message] = []
  /// A problem that came after the messages.
  private var problem: ReportedProblem?
  private var isReportDue = false

  /// Problems of events that were decoded so far.
  private(set) var problemsDecoded = 0

  /// Bytes that have come in this turn.
  private(set) var turnBytes = 0
  /// Whether the turn has brought enough.
  private var isResting = false
  private var isPaused = false

  private enum ReportedProblem {
    case tooLarge
    /// The data of an event `problem`, which is decoded only if no other follows.
    case event([UInt8])
  }

  /// Readies the connection; ``start(_:)`` makes it.
  ///
  /// - Parameters:
  ///   - id: Of the event behind which the stream is to be resumed; empty for none.
  ///   - timers: Of the clock by which silence is measured.
  init(
    _ source: HTTPURL, options: HTTPOptions, after id: String, timers: TimerQueue, multi: CurlMulti
  ) throws(Problem) {
    (self.source, limits, time) = (source, options.limits, timers.source)
    statuses = options.statuses
    parser = EventStreamParser(limit: limits.bodyBytes, lastEventID: id)
    silence = SilenceWatch(limits.silence, on: timers)
    exchange = try HTTPExchange(source, options: options, multi: multi) { _ in .events(after: id) }
  }

  /// Opens it; `onReport` is called on later turns of the loop, until the stream has ended or is closed.
  func start(_ onReport: @escaping @LoopActor (Report) -> Void) throws(Problem) {
    self.onReport = onReport
    try exchange.start(passingBodyTo: self) { self.ended($0) }
  }

  /// The id of the newest event, or of the one behind which the stream was resumed; empty for none.
  var lastEventID: String { parser.lastEventID }
  /// How long the server wants clients to wait before they connect again; nil if it has not said so.
  var retry: Duration? { parser.retry }

  /// Bytes of the stream so far, and of what is kept of them.
  var bytesReceived: Int { exchange.transfer.bodyBytes }
  var bytesKept: Int { parser.bytesKept }

  /// Closes it: nothing more is reported.
  func close() {
    onReport = nil
    silence.stop()
    exchange.cancel()
  }

  /// Closes it because its time is over, and says how far it got.
  func expire() -> Problem {
    onReport = nil
    silence.stop()
    return verdict.problem(ofLate: exchange.expire())
  }

  /// The problem of a caller that waits for a value while the server wants no connection (status 204).
  var missingData: Problem {
    let server = exchange.url.hostAndPort
    return Problem(.missingData, explanation: .response(.noEvents(server: server))).at(source)
  }

  /// Stops reading for a while, or goes on; a pause is no silence of the server.
  func pause(_ isPaused: Bool) {
    guard onReport != nil else { return }
    self.isPaused = isPaused
    exchange.transfer.pause(isPaused || isResting)
    if isPaused { silence.stop() } else { watchForSilence() }
  }
}

// MARK: What comes

extension EventStream: BodyReceiver {
  func begin(_ headers: ResponseHeaders) -> TransferReport.Refusal? {
    guard headers.announceEvents else { return .noEventStream(type: headers.contentType) }
    guard !headers.isEncoded else { return .compressedEvents }
    isOpened = true
    watchForSilence()
    reportLater()
    return nil
  }

  func take(_ piece: ArraySlice<UInt8>) {
    silence.note()
    LoopPhase.enter("reading an event stream")
    for event in parser.events(adding: piece) {
      switch (event.type, event.data) {
      case ("", nil), ("message", nil): problem = .tooLarge
      case ("", let data?), ("message", let data?): add(Message(data: data, id: event.id))
      case ("problem", let data?): problem = .event(data)
      // Others are for scripts that know them.
      default: continue
      }
      reportLater()
    }
    count(piece.count)
  }

  private func add(_ message: Message) {
    messages.append(message)
    problem = nil
  }

  private func count(_ bytes: Int) {
    turnBytes += bytes
    guard turnBytes >= Self.bytesOfTurn, !isResting else { return }
    isResting = true
    exchange.transfer.pause(true)
    reportLater()
  }

  private func problem(of reported: ReportedProblem) -> Problem {
    switch reported {
    case .tooLarge: return tooLarge
    case .event(let data):
      problemsDecoded += 1
      return verdict.problem(reported: data)
    }
  }

  private var tooLarge: Problem {
    var problem = Problem(
      .bodyTooLarge,
      explanation: .response(
        .eventTooLarge(server: exchange.url.hostAndPort, limit: limits.bodyBytes)))
    problem.detail.limit = limits.bodyBytes
    problem.detail.url = source.redacted
    return problem
  }

  private func watchForSilence() {
    silence.start { [weak self] in
      guard let self, let onReport else { return }
      var problem = expire()
      problem.explanation = .response(
        .silence(server: exchange.url.hostAndPort, seconds: limits.silence.components.seconds))
      onReport(.ended(problem))
    }
  }
}

// MARK: Reporting

extension EventStream {
  private func reportLater() {
    guard !isReportDue else { return }
    isReportDue = true
    LoopActor.shared.loop.onNextTurn { [weak self] in self?.report() }
  }

  /// Reports what has come; each report may close the stream.
  private func report() {
    isReportDue = false
    if isOpened { onReport?(.opened) }
    let messages = messages
    (isOpened, self.messages) = (false, [])
    if !messages.isEmpty { onReport?(.messages(messages)) }
    if let problem = problem.take() { onReport?(.problem(self.problem(of: problem))) }
    endRest()
  }

  private func endRest() {
    turnBytes = 0
    guard isResting else { return }
    isResting = false
    if onReport != nil { exchange.transfer.pause(isPaused) }
  }

  private func ended(_ transfer: TransferReport) {
    silence.stop()
    report()
    let onReport = onReport.take()
    onReport?(.ended(verdict.problem(ofEvents: transfer)))
  }

  private var verdict: HTTPVerdict {
    HTTPVerdict(
      source: source, request: exchange.request,
      now: Timestamp(millisecondsSince1970: time.millisecondsSince1970), statuses: statuses)
  }
}
