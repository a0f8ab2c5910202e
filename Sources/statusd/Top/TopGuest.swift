import Engine
import Glibc
import Presenter
import Reactor
import StatusCore
import StatusServer
import Text

/// The guest of `statusd top`: draws the table on a terminal, and takes keys and the mouse.
///
/// Frames are not queued. While the terminal takes nothing, the newest state is all that waits.
@LoopActor
final class TopGuest: Guest {
  private let host: Host
  private let source: any TopSource
  private let streams: StandardStreams
  private let input: InputStream
  private let output: OutputStream
  private var state = TopState()
  private var painter: TopPainter
  private var keys = TopKeyReader()
  private var size: TerminalSize
  private var signals: SignalStream?
  private var hook: LoopHook?
  private var isDue = false
  private var isOver = false
  /// An escape is the key if nothing follows it.
  private lazy var escape = Alarm(on: host.loop.timers) { [weak self] in
    guard let self else { return }
    for key in keys.timeOut() { take(key) }
    draw()
  }
  /// Longer than the rest of a sequence takes on a slow line.
  private static let patience = Duration.milliseconds(50)

  init(_ source: any TopSource, isColoured: Bool, on host: Host) throws(SystemError) {
    (self.source, self.host) = (source, host)
    streams = try StandardStreams.take()
    painter = TopPainter(isColoured: isColoured)
    input = InputStream(descriptor: streams.input, capacity: 4_096)
    output = OutputStream(descriptor: streams.output)
    size = Self.size(of: streams.output)
    if let refusal = source.refusal {
      refuse(refusal)
      return
    }
    signals = try SignalStream([SIGWINCH, SIGTSTP, SIGCONT], on: host.loop) { [weak self] in
      self?.received($0)
    }
    try takeTerminal()
    start()
  }

  private func refuse(_ sentence: String) {
    isOver = true
    LastWords.write("statusd: \(sentence)")
    host.end(ExitStatus.usage)
  }

  private func start() {
    output.onFailure = { [weak self] in self?.cannotWrite($0) }
    output.onReaderLeft = { [weak self] in self?.end(0) }
    output.onDrained = { [weak self] in self?.drained() }
    output.start(on: host.loop)
    input.start(on: host.loop) { [weak self] in self?.read($0) }
    host.watchParent()
    source.begin { [weak self] in self?.draw() }
    if let named = source.named { state.select(.resource(named)) }
    hook = host.loop.beforeLook { [weak self] in self?.look() }
    write(TopPainter.greeting)
    draw()
  }

  private static func size(of terminal: CInt) -> TerminalSize {
    let size = TerminalSize(of: terminal)
    return TerminalSize(
      columns: size?.columns ?? Terminal.usualColumns,
      rows: size.flatMap { $0.rows > 0 ? $0.rows : nil } ?? 24)
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(0) }

  func close() {
    DrawnTerminal.giveBack()
    source.close()
  }

  /// The daemon whose table it draws is gone.
  func lose(_ place: SharedPlace) {
    guard !isOver else { return }
    end(ExitStatus.daemonGone)
    place.reportEnd()
  }

  private func end(_ status: Int32) {
    guard !isOver else { return }
    isOver = true
    hook?.cancel()
    output.close()
    DrawnTerminal.giveBack()
    host.end(status)
  }

  private func cannotWrite(_ error: SystemError) {
    isOver = true
    DrawnTerminal.giveBack()
    host.fail(error, status: ExitStatus.inputOutputError)
  }
}

// MARK: The terminal

extension TopGuest {
  private func takeTerminal() throws(SystemError) {
    try DrawnTerminal.take(input: streams.input, output: streams.output, farewell: TopPainter.farewell)
  }

  private func received(_ signal: CInt) {
    switch signal {
    case SIGWINCH: size = Self.size(of: streams.output)
    case SIGTSTP: return stop()
    default: resume()
    }
    draw()
  }

  /// Gives the terminal back and stops; whoever continues the process gets all of it drawn again.
  private func stop() {
    DrawnTerminal.giveBack()
    DrawnTerminal.stopProcess()
    resume()
    draw()
  }

  private func resume() {
    guard !isOver else { return }
    do throws(SystemError) {
      try takeTerminal()
    } catch {
      return cannotWrite(error)
    }
    size = Self.size(of: streams.output)
    painter.forget()
    write(TopPainter.greeting)
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    output.append(bytes.span)
    output.flush()
  }
}

// MARK: Drawing

extension TopGuest {
  /// Draws what has changed in this turn.
  private func look() {
    if source.update() { draw() }
  }

  private func draw() {
    guard !isOver else { return }
    // A terminal that takes nothing gets the newest state when it does.
    guard output.backlog == 0 else {
      isDue = true
      return
    }
    isDue = false
    settle()
    source.show(state.selection)
    settle()
    let painted = painter.paint(TopFrame(source.picture, state, size), size)
    if !painted.isEmpty { write(painted) }
  }

  private func settle() { state.settle(source.picture, size) }

  private func drained() {
    if isDue { host.loop.onNextTurn { [weak self] in self?.draw() } }
  }
}

// MARK: Keys

extension TopGuest {
  private func read(_ event: InputStream.Event) {
    switch event {
    case .bytes(let bytes):
      for key in keys.take(bytes) { take(key) }
      escape.date = keys.isUndecided ? host.loop.timers.now + Self.patience : nil
      draw()
    // The terminal has gone.
    case .writerLeft, .end: end(0)
    }
  }

  private func take(_ key: TopKey) {
    guard !isOver else { return }
    let layout = TopLayout(size, rows: source.picture.rows(matching: state.filter).count)
    switch state.take(key, source.picture, layout) {
    case .none: break
    case .press(let button): press(button)
    case .open(let text): open(text)
    case .quit: end(0)
    }
    settle()
  }

  private func press(_ button: Button) {
    guard case .performs(_, let option) = source.press(button) else { return }
    // What a front end would open is the person's to open here.
    let place = [option.key.map { "the key is \($0)" }, option.path.map { "in \($0)" }].compactMap(\.self)
    state.message = "\(option.title): \(place.isEmpty ? option.url ?? "" : place.joined(separator: " "))"
  }

  private func open(_ text: String) {
    let words = text.unicodeScalars.split(separator: " ").map { String($0) }
    do throws(CommandEnd) {
      open(try NamedSubject(words))
    } catch {
      if case .mistake(let sentence) = error { state.message = sentence }
    }
  }

  private func open(_ subject: NamedSubject) {
    source.open(subject) { [weak self] outcome in
      guard let self else { return }
      switch outcome {
      case .success(let id): state.select(.resource(id))
      case .failure(let refusal): state.message = refusal.sentence
      }
      draw()
    }
  }
}
