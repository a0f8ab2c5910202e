import Engine
import JSONRPC
import Jansson
import Logging
import Presenter
import Reactor
import StatusCore
import StatusServer
import Text

/// The guest of `statusd watch`: prints a line for each change of one resource, or of the location.
///
/// Lines are not queued. While nobody reads, the newest state is all that waits.
@LoopActor
final class WatchGuest: Guest {
  struct Options {
    let subject: NamedSubject
    let format: WatchFormat
    /// Nil for the configured one.
    let interval: Duration?
    /// Whether the first value or failure is the end.
    let isOnce: Bool
    let conditions: WatchConditions
    let palette: Palette
  }

  private let options: Options
  private let host: Host
  private let source: any WatchSource
  private let output: OutputStream
  private let clicks: ClickReader?
  private lazy var tick = Alarm(on: source.timers) { [weak self] in self?.look() }
  /// The places that were reported: each is once.
  private var reported: Set<LostPlace> = []
  private var lastPrinted: Printed?
  /// Whether a change waits for the reader.
  private var isDue = false
  private var conditions: WatchConditions
  /// How a condition has ended the watch, and the state of which it holds, whose line is the last.
  private var final: (end: WaitEnd, state: WatchedState)?
  private var isOver = false

  /// What was printed last, so that it is not printed again.
  private enum Printed: Equatable {
    case line(String)
    case json(WatchedState.Snapshot)
  }

  init(_ options: Options, of source: any WatchSource, on host: Host) throws(SystemError) {
    (self.options, self.source, self.host, conditions) = (options, source, host, options.conditions)
    let streams = try StandardStreams.take()
    output = OutputStream(descriptor: streams.output)
    clicks = options.format.hasClicks ? ClickReader(streams.input, of: source.state.name) : nil
    start()
  }

  private func start() {
    output.onFailure = { [weak self] in self?.cannotWrite($0) }
    output.onReaderLeft = { [weak self] in self?.end(0) }
    output.onDrained = { [weak self] in self?.drained() }
    output.start(on: host.loop)
    host.watchParent()
    if let header = options.format.header { write(header) }
    clicks?.start(on: host.loop) { [weak self] in self?.clicked($0) }
    conditions.begin(with: source.state.value)
    source.begin(every: options.interval) { [weak self] in self?.look() }
    look()
  }

  /// Moves a manual clock until there is a value or a failure: see ``WatchCommand``.
  func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(0) }
  func close() { source.close() }

  /// The daemon that it watches is gone.
  func lose(_ place: SharedPlace) {
    guard !isOver else { return }
    place.reportEnd()
    end(ExitStatus.daemonGone)
  }

  private func end(_ status: Int32) {
    guard !isOver else { return }
    isOver = true
    output.close()
    host.end(status)
  }
}

// MARK: Lines

extension WatchGuest {
  /// Prints the present state, unless its line is the one that was printed last.
  private func look() {
    guard !isOver else { return }
    ask()
    // A reader that does not read gets the newest state when it does.
    guard output.backlog == 0 else {
      isDue = true
      return
    }
    isDue = false
    let state = final?.state ?? source.state
    guard !options.isOnce || state.isSettled else { return }
    let age = age(of: state)
    print(state, age: age?.words)
    let lost = options.format.lostPlaces(in: state) + conditions.lostPlaces(in: state)
    report(lost)
    if let final { return finish(final.end.status) }
    if options.isOnce { return finish(status(of: state, lost)) }
    tick.date = age?.wakeAt.map { Instant(sinceOrigin: $0) }
  }

  /// Asks the conditions of a value that is new, whether or not there is room for its line.
  private func ask() {
    guard final == nil, !conditions.isEmpty else { return }
    let state = source.state
    if let end = conditions.end(by: state) { final = (end, state) }
  }

  /// How old the value is, and when that changes; nil where the text does not show it, and then no timer runs for it.
  private func age(of state: WatchedState) -> (words: String?, wakeAt: Duration?)? {
    guard options.format.hasAge, let date = state.date else { return nil }
    var words = Words(.minutes, at: source.now)
    return (words.shortAge(of: date), words.wakeAt)
  }

  private func print(_ state: WatchedState, age: String?) {
    let line = options.format.line(of: state, age: age, options.palette)
    let printed = line.map(Printed.line) ?? .json(state.snapshot)
    guard printed != lastPrinted else { return }
    lastPrinted = printed
    if let line { write(line) } else { write(state.json) }
  }

  private func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    output.append(bytes.span)
  }

  /// The value in it may be large: it is shared with the resource.
  private func write(_ json: JSONText) {
    guard !options.palette.ofTerminal.isColoured else {
      return write(options.palette.ofTerminal.line(of: json))
    }
    for piece in json.pieces { output.append(sharing: piece) }
    write("")
  }

  private func drained() {
    if isDue { host.loop.onNextTurn { [weak self] in self?.look() } }
  }

  private func report(_ lost: [LostPlace]) {
    for place in lost where reported.insert(place).inserted {
      if options.isOnce {
        LastWords.write("statusd: \(place.sentence)")
      } else {
        host.logger.warning("\(place.sentence)")
      }
    }
  }

  private func status(of state: WatchedState, _ lost: [LostPlace]) -> Int32 {
    if lost.contains(where: \.isOfTemplate) { return FailureStatus.other.rawValue }
    guard options.format.form == .i3blocks else { return state.failure?.status.rawValue ?? 0 }
    // i3blocks(1): any other status than 0 and this one would take the place of the text.
    return options.format.classes.watchedClass(of: state, age: age(of: state)?.words).isFailed ? 33 : 0
  }

  /// Ends once the line is written.
  private func finish(_ status: Int32) {
    guard output.backlog > 0 else { return end(status) }
    output.onDrained = { [weak self] in self?.end(status) }
    output.flush()
  }

  private func cannotWrite(_ error: SystemError) {
    isOver = true
    host.fail(error, status: ExitStatus.inputOutputError)
  }
}

// MARK: Clicks

extension WatchGuest {
  private func clicked(_ button: Clicks.Button) {
    switch button {
    case .left:
      let failure = source.state.failure
      source.press(
        failure, failure?.options.first { $0.id != .cancel && $0.performedBy == .server })
    case .right: source.switchPolling()
    }
  }
}
