import Engine
package import JSONRPC
import Jansson
import Logging
package import Reactor

/// Connects a session to two descriptors: bytes become messages on the way in, messages frames on the way
/// out.
///
/// Unread output stops the input. While `limits.outputBytes` or more wait, the connection takes no further
/// message from what was read and reads nothing more. What was read but not taken is at most one read and one
/// message.
@LoopActor
package final class Connection {
  private let transport: Transport
  let input: InputStream
  let output: OutputStream
  let session: Session
  let limits: Limits
  private var messages: MessageReader
  /// Whether there may be a message in what was received.
  private var mayHaveMessage = false
  private let framed: FramedOutput
  /// Whether the output has the framing of the input.
  private var isFramed = false
  private var inputHasEnded = false
  private var isClosed = false
  /// Whether a message is being taken: what a call has the loop look at meanwhile must not take another.
  private var isTaking = false
  let engine: Engine
  let server: Server
  private let totals: SessionTotals
  let loop: EventLoop
  var stall: StallDetector
  var stallTimer: Timer?
  /// Whether output waited at the end of the last turn.
  var hadBacklog = false
  private let endOfTurn: LoopHook
  /// Whether messages were left untaken, because the output had no room.
  private var isHeldUp = false
  /// Records the messages; nil as a rule.
  private let trace: SessionTrace?
  /// The bytes that the output had been given before the present message; used under a manual clock only.
  private var givenBefore = 0

  /// Called with the process id that a client gives in `initialize`.
  package var onClientProcess: (@LoopActor (Int) -> Void)?
  /// Called once at the end of the session, with the exit status of the process.
  package var onEnd: (@LoopActor (Int32) -> Void)?
  /// Called when the input cannot be read, or the output be written, for another reason than a client that has
  /// left; the session ends with it, and ``onEnd`` is not called.
  package var onFailure: (@LoopActor (SystemError) -> Void)?

  /// - Parameters:
  ///   - profile: The protocol that the client speaks.
  ///   - view: What this session sees of a snapshot in its own way; nil for what everyone sees.
  ///   - framing: Nil detects the framing from the first byte of the input.
  ///   - former: The connection in whose place this one goes on; nil for a new client.
  package init(
    _ transport: Transport, _ server: Server, profile: SessionProfile = .native, view: SnapshotView? = nil,
    framing: Framing? = nil, _ options: SessionOptions = SessionOptions(), after former: Connection? = nil
  ) {
    self.transport = transport
    self.server = server
    engine = server.engine
    totals = server.sessions
    loop = server.loop
    limits = engine.configuration.initial.limits
    stall = StallDetector(limit: limits.outputStall)
    messages =
      former?.messages
      ?? MessageReader(
        framing: framing, messageLimit: limits.messageBytes, budget: limits.budget, batchLimit: limits.batch)
    input = former?.input ?? InputStream(descriptor: transport.input)
    output = former?.output ?? OutputStream(descriptor: transport.output)
    // Turns cost nothing by the number of connections that have nothing to do.
    endOfTurn = loop.atEndOfMarkedTurns()
    framed = FramedOutput(output, in: server.frames)
    let trace = options.trace.map { SessionTrace(server.engine, $0, isContinued: former != nil) }
    self.trace = trace
    let write: MessageOutput
    if let trace { write = trace.recording(framed) } else { write = { [framed] in framed.write($0) } }
    session = Session(
      server, profile: profile, view: view, options, timers: server.loop.timers, after: former?.session,
      write: write)
    connect(after: former)
  }

  /// Unowned throughout: the streams, the session, the hook and the timer end with this connection, and each turn
  /// calls some of these.
  private func connect(after former: Connection?) {
    input.onFailure = { [unowned self] in failed($0) }
    output.onFailure = { [unowned self] in failed($0) }
    output.onReaderLeft = { [unowned self] in session.readerLeft() }
    output.onDrained = { [unowned self] in drained() }
    session.onStopReceiving = { [unowned self] in input.close() }
    session.onClientProcess = { [unowned self] process in onClientProcess?(process) }
    session.onEnd = { [unowned self] status in ended(status) }
    endOfTurn.onMarked { [unowned self] in turnEnded() }
    session.endOfTurn = endOfTurn
    // The engine may go on without this connection.
    engine.clock?.observe(session.owner) { [weak self] in self?.settled() }
    if let former { take(over: former) } else { output.start(on: loop, marking: endOfTurn) }
    input.start(on: loop) { [unowned self] in received($0) }
  }

  /// Goes on in the place of another connection: with its streams, its framing, and what it has read and not taken.
  private func take(over former: Connection) {
    former.leave()
    messages.limit(messageBytes: limits.messageBytes, budget: limits.budget, batch: limits.batch)
    (framed.framing, isFramed) = (former.framed.framing, former.isFramed)
    (mayHaveMessage, hadBacklog, givenBefore) = (former.mayHaveMessage, true, given)
    output.mark(endOfTurn)
    endOfTurn.mark()
    session.profile.goOn(from: former.session.profile, in: session)
    if former.isHeldUp { loop.onNextTurn { [weak self] in self?.pump() } }
  }

  /// Leaves the streams to another connection.
  private func leave() {
    isClosed = true
    endOfTurn.cancel()
    stallTimer?.cancel()
  }

  /// Whether another connection may go on in the place of this one: its client is served still.
  package var canBeSucceeded: Bool { session.isServing && !inputHasEnded }

  isolated deinit {
    close()
  }

  /// Takes input that was read before the connection was made; at most once, and before the loop goes on.
  package func take(_ first: [UInt8]) {
    if !first.isEmpty { received(.bytes(first[...])) }
  }

  private func failed(_ error: SystemError) {
    guard let onFailure else { return }
    onEnd = nil
    onFailure(error)
    // What belongs to the client ends with it, whether or not the process goes on.
    session.readerLeft()
  }

  private func ended(_ status: Int32) {
    close()
    onEnd?(status)
  }

  /// Leaves the descriptors alone from now on, and closes them if they are the connection's.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    endOfTurn.cancel()
    stallTimer?.cancel()
    input.close()
    output.close()
    transport.close()
  }

  private func turnEnded() {
    LoopPhase.enter("writing to the client")
    if output.backlog >= limits.notificationBytes {
      session.holdNotifications()
    } else if totals.isOutputFull {
      flushWithoutRoom()
    } else {
      session.flushNotifications()
    }
    output.flush()
    let (backlog, written) = (output.backlog, output.written)
    session.statistics.bytesSent = written
    if backlog > 0 || hadBacklog { note(backlog: backlog, written: written) }
    if backlog == 0 { session.outputWritten() }
  }

  /// The output of all sessions has used up its memory: what waits with another value each would use up more.
  private func flushWithoutRoom() {
    if output.backlog > 0 {
      session.holdNotifications()
      totals.hold(endOfTurn)
    } else if session.flushSmallNotifications() {
      totals.hold(endOfTurn)
    }
  }

  private func received(_ event: InputStream.Event) {
    LoopPhase.enter("reading messages")
    endOfTurn.mark()
    switch event {
    case .bytes(let bytes):
      session.statistics.noteReceived(bytes.count)
      messages.append(bytes)
      mayHaveMessage = true
    case .writerLeft:
      // Nobody can write any more. The rest is taken when there is room; the drain deadline limits the wait.
      return session.inputIsEnding()
    case .end:
      inputHasEnded = true
      session.inputIsEnding()
    }
    pump()
  }

  /// Takes messages while there are complete ones and the output has room.
  private func pump() {
    guard !isTaking else { return }
    isTaking = true
    var backlog = output.backlog
    while session.isReceiving, !isFull(backlog), let content = nextContent() {
      take(content)
      backlog = output.backlog
      // The client reads these while the next are taken, and they are still in the processor's cache.
      if backlog >= Self.earlyFlush { backlog = output.flush() }
    }
    isTaking = false
    guard session.isReceiving else { return }
    hold(isFull(backlog))
    if inputHasEnded, !isHeldUp { session.inputEnded() }
  }

  /// Whether there is no room for the response to a further message.
  private func isFull(_ backlog: Int) -> Bool {
    backlog >= limits.outputBytes || (backlog > 0 && totals.isOutputFull)
  }

  private func hold(_ isFull: Bool) {
    guard isHeldUp != isFull else { return }
    isHeldUp = isFull
    input.isPaused = isFull
  }

  /// Everything was written, maybe in the middle of a turn's end: what is taken now needs a whole turn.
  private func drained() {
    guard isHeldUp else { return }
    loop.onNextTurn { [weak self] in self?.pump() }
  }

  /// The output that is written before the turn ends: half of what a pipe holds.
  private static let earlyFlush = 32_768

  private func nextContent() -> FrameContent? {
    if let trace { return nextContent(recordedBy: trace) }
    if mayHaveMessage, let content = nextMessage() { return content }
    return inputHasEnded ? messages.finish() : nil
  }

  private func nextMessage() -> FrameContent? {
    // In a variable: a property that is changed in place is checked for exclusive access wherever it is read.
    var hasMore = false
    let content = messages.next(hasMore: &hasMore)
    mayHaveMessage = hasMore
    return content
  }

  private func nextContent(recordedBy trace: SessionTrace) -> FrameContent? {
    if let content = messages.next(observedBy: trace.received) { return content }
    return inputHasEnded ? messages.finish(observedBy: trace.received) : nil
  }

  private func take(_ content: FrameContent) {
    if !isFramed { adoptFraming() }
    session.statistics.noteMessage()
    guard let clock = engine.clock else { return session.receive(content) }
    givenBefore = given
    session.receive(content)
    clock.settle()
    session.flushNotifications()
  }

  /// Writes in the framing that the input has from its first message on.
  ///
  /// A function of its own: inlined, its check of exclusive access would be made in every turn.
  @inline(never)
  private func adoptFraming() {
    guard let framing = messages.framing else { return }
    framed.framing = framing
    isFramed = true
  }
}

// MARK: Manual time

extension Connection {
  /// The bytes that the output was given since the start.
  private var given: Int { output.written + output.backlog }

  /// Publishes what has changed, after everything has happened that needs no more time.
  ///
  /// Under a manual clock conflation must not depend on how fast the client reads, or on the pieces in which
  /// the input came. So it counts the bytes that one message causes and not the bytes that wait.
  private func settled() {
    if given - givenBefore < limits.outputBytes {
      session.flushNotifications()
    } else {
      session.holdNotifications()
    }
  }
}
