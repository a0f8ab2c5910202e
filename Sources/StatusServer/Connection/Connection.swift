import Engine
package import JSONRPC
import Jansson
import Logging
package import Reactor

/// The session on two descriptors: bytes to messages on the way in, messages to frames on the way out.
///
/// Output that its reader leaves lying stops the input: while more than `limits.outputBytes` wait, no
/// further message is taken from what was read, and nothing more is read. What was read and not taken is at
/// most one read and one message.
@LoopActor
package final class Connection {
  private let input: InputStream
  private let output: OutputStream
  let session: Session
  private let limits: Limits
  private let messages: MessageDecoder
  private let framing: FramingChoice
  private var frames: FrameDecoder
  private var inputHasEnded = false
  /// Whether a message is being taken: what a call has the loop look at meanwhile must not take another.
  private var isTaking = false
  private let engine: Engine
  private let loop: EventLoop
  private var stall: StallDetector
  private var stallTimer: Timer?
  private var endOfTurn: EndOfTurn?
  /// Bytes that had been given to the output when the message under way was taken; of manual time.
  private var givenBefore = 0

  /// Called with the process id of a client that gives one.
  package var onClientProcess: (@LoopActor (Int) -> Void)?
  /// Called once, with the exit status that the end of the session stands for.
  package var onEnd: (@LoopActor (Int32) -> Void)?
  /// Called when the input cannot be read, or the output be written, for another reason than a client that has
  /// left; the session ends with it, and ``onEnd`` is not called.
  package var onFailure: (@LoopActor (SystemError) -> Void)?

  /// - Parameter framing: nil finds out from the first byte of the input.
  package init(
    _ streams: StandardStreams, _ server: Server, framing: Framing? = nil,
    _ options: SessionOptions = SessionOptions()
  ) {
    engine = server.engine
    loop = server.loop
    limits = engine.configuration.limits
    stall = StallDetector(limit: limits.outputStall)
    frames = FrameDecoder(framing: framing, messageLimit: limits.messageBytes)
    messages = MessageDecoder(budget: limits.budget, batchLimit: limits.batch)
    input = InputStream(descriptor: streams.input)
    output = OutputStream(descriptor: streams.output)
    self.framing = FramingChoice()
    session = Session(server, options, timers: server.loop.timers) {
      [output, framing = self.framing] message in
      output.append(framing.chosen.frame(message))
    }
    connect()
  }

  private func connect() {
    input.onFailure = { [weak self] in self?.failed($0) }
    output.onFailure = { [weak self] in self?.failed($0) }
    output.onReaderLeft = { [weak self] in self?.session.readerLeft() }
    output.onDrained = { [weak self] in self?.pump() }
    session.onStopReceiving = { [weak self] in self?.input.close() }
    session.onClientProcess = { [weak self] process in self?.onClientProcess?(process) }
    session.onEnd = { [weak self] status in self?.ended(status) }
    output.start(on: loop)
    input.start(on: loop) { [weak self] in self?.received($0) }
    endOfTurn = loop.atEndOfTurn { [weak self] in self?.turnEnded() }
    engine.clock?.observe(session.owner) { [weak self] in self?.settled() }
  }

  /// Wants what the configuration wants of every session.
  package func begin() {
    session.begin()
  }

  private func failed(_ error: SystemError) {
    guard let onFailure else { return }
    onEnd = nil
    onFailure(error)
  }

  private func ended(_ status: Int32) {
    endOfTurn?.cancel()
    stallTimer?.cancel()
    input.close()
    output.close()
    onEnd?(status)
  }

  /// A signal asks for the end: what was admitted is answered, nothing more is received.
  package func terminate() {
    session.inputEnded()
  }

  /// The client has gone, though its input may be open: the same, within a second.
  package func abandon() {
    session.abandoned()
  }

  private func turnEnded() {
    if output.backlog < limits.notificationBytes { session.flushNotifications() }
    session.statistics.bytesSent = output.written
    session.statistics.backlog = output.backlog
    perform(stall.turnEnded(backlog: output.backlog, written: output.written, now: loop.timers.now))
    if output.backlog == 0 { session.outputWritten() }
  }

  private func received(_ event: InputStream.Event) {
    switch event {
    case .bytes(let bytes):
      session.statistics.bytesReceived += bytes.count
      frames.append(bytes)
    case .writerLeft:
      // Nobody can write any more; the rest is taken when there is room, or the deadline ends the wait for it.
      return session.inputIsEnding()
    case .end:
      inputHasEnded = true
      session.inputIsEnding()
    }
    pump()
  }

  /// Takes messages while there are any and the output has room.
  private func pump() {
    guard !isTaking else { return }
    isTaking = true
    while session.isReceiving, hasRoom, let event = nextEvent() { take(event) }
    isTaking = false
    guard session.isReceiving else { return }
    input.isPaused = !hasRoom
    if inputHasEnded, hasRoom { session.inputEnded() }
  }

  private var hasRoom: Bool { output.backlog < limits.outputBytes }

  private func nextEvent() -> FrameEvent? {
    if let event = frames.next() { return event }
    return inputHasEnded ? frames.finish() : nil
  }

  private func take(_ event: FrameEvent) {
    givenBefore = given
    framing.chosen = frames.framing ?? .lines
    session.statistics.messagesReceived += 1
    switch event {
    case .problem(let problem): session.receive(problem)
    case .message(let range): session.receive(messages.decode(frames.bytes(range).span))
    }
    if let clock = engine.clock {
      clock.settle()
      session.flushNotifications()
    }
  }
}

// MARK: Manual time

extension Connection {
  /// Bytes that were given to the output since the start.
  private var given: Int { output.written + output.backlog }

  /// Everything has happened that needs no more time: it is told.
  ///
  /// How much is told before notifications are conflated must not depend on how soon they are read, or on how
  /// the input came in pieces: it is what one message brings about, to a limit.
  private func settled() {
    if given - givenBefore < limits.outputBytes { session.flushNotifications() }
  }
}

// MARK: Stalls

extension Connection {
  private func perform(_ action: StallDetector.Action) {
    switch action {
    case .none: break
    case .stopTimer: stallTimer?.cancel()
    case .startTimer(let deadline):
      stallTimer?.cancel()
      stallTimer = loop.timers.schedule(at: deadline) { [weak self] in
        guard let self else { return }
        perform(stall.timeIsUp(now: loop.timers.now))
      }
    case .warn: warn()
    }
  }

  /// Says what waits for a reader who does not read, or is stuck.
  private func warn() {
    session.statistics.stalls += 1
    engine.logger.warning(
      "output is blocked: nobody has read it for \(limits.outputStall)",
      metadata: [
        "bytes": "\(output.backlog)", "calls": "\(session.statistics.inFlight)",
        "inputPaused": "\(input.isPaused)",
      ])
  }
}

/// The framing in which the client speaks, and so is answered.
@LoopActor
private final class FramingChoice {
  var chosen = Framing.lines
}
