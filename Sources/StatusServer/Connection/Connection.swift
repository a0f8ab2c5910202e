import JSONRPC
import Jansson
import Logging
import Reactor

/// The session on two descriptors: bytes to messages on the way in, messages to frames on the way out.
///
/// Output that its reader leaves lying stops the input: while more than `limits.outputBytes` wait, no
/// further message is taken from what was read, and nothing more is read. What was read and not taken is at
/// most one read and one message.
@LoopActor
final class Connection {
  private let input: InputStream
  private let output: OutputStream
  private let session: Session
  private let limits: Limits
  private let messages: MessageDecoder
  private let framing: FramingChoice
  private var frames: FrameDecoder
  private var inputHasEnded = false
  private let services: Services
  private let loop: EventLoop
  private var stall: StallDetector
  private var stallTimer: Timer?
  /// Bytes that had been given to the output when the message under way was taken; of manual time.
  private var givenBefore = 0

  /// Called with the process id of a client that gives one.
  var namedClient: (@LoopActor (Int) -> Void)?

  /// Called once, with the process's exit status.
  var ended: (@LoopActor (Int32) -> Void)?

  init(
    streams: StandardStreams, services: Services, configuration: Configuration, loop: EventLoop
  ) {
    self.services = services
    self.loop = loop
    limits = configuration.limits
    stall = StallDetector(limit: limits.outputStall)
    frames = FrameDecoder(framing: configuration.framing, messageLimit: limits.messageBytes)
    messages = MessageDecoder(budget: limits.budget, batchLimit: limits.batch)
    input = InputStream(descriptor: streams.input)
    output = OutputStream(descriptor: streams.output)
    framing = FramingChoice()
    session = Session(
      services: services, configuration: configuration, timers: loop.timers
    ) { [output, framing] message in
      output.append(framing.chosen.frame(message))
    }
    connect()
  }

  private func connect() {
    output.readerLeft = { [weak self] in self?.session.readerLeft() }
    output.drained = { [weak self] in self?.pump() }
    session.stoppedReceiving = { [weak self] in self?.input.close() }
    session.clientNamed = { [weak self] process in self?.namedClient?(process) }
    session.ended = { [weak self] status in self?.ended?(status) }
    output.start(on: loop)
    input.start(on: loop) { [weak self] in self?.received($0) }
    loop.atEndOfTurn { [weak self] in self?.turnEnded() }
    services.clock?.settled = { [weak self] in self?.settled() }
  }

  /// A signal asks for the end: what was admitted is answered, nothing more is received.
  func terminate() {
    session.inputEnded()
  }

  /// The client has gone, though its input may be open: the same, within a second.
  func abandon() {
    session.abandoned()
  }

  private func turnEnded() {
    if output.backlog < limits.notificationBytes { session.flushNotifications() }
    services.statistics.bytesSent = output.written
    services.statistics.backlog = output.backlog
    perform(stall.turnEnded(backlog: output.backlog, written: output.written, now: loop.timers.now))
    if output.backlog == 0 { session.outputWritten() }
  }

  private func received(_ event: InputStream.Event) {
    switch event {
    case .bytes(let bytes):
      services.statistics.bytesReceived += bytes.count
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
    while session.isReceiving, hasRoom, let event = nextEvent() { take(event) }
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
    services.statistics.messagesReceived += 1
    switch event {
    case .fault(let fault): session.receive(fault)
    case .message(let range): session.receive(messages.decode(frames.bytes(range).span))
    }
    if let clock = services.clock {
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
    services.statistics.stalls += 1
    services.logger.warning(
      "output is blocked: nobody has read it for \(limits.outputStall)",
      metadata: [
        "bytes": "\(output.backlog)", "calls": "\(services.statistics.inFlight)",
        "inputPaused": "\(input.isPaused)",
      ])
  }
}

/// The framing in which the client speaks, and so is answered.
@LoopActor
private final class FramingChoice {
  var chosen = Framing.lines
}
