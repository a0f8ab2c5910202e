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
  private let server: Server
  private let output: OutputStream
  /// nil for the location.
  private let resource: Resource?
  private let owner = Owner("watch")
  private let clicks: ClickReader?
  /// What the lines show a part of.
  private let screen: LocalScreen
  private lazy var tick = Alarm(on: server.engine.timers) { [weak self] in self?.look() }
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

  init(_ options: Options, _ configuration: Configuration, on host: Host) throws(SystemError) {
    (self.options, self.host, conditions) = (options, host, options.conditions)
    let streams = try StandardStreams.take()
    server = Server(configuration, loop: host.loop, logger: host.logger)
    output = OutputStream(descriptor: streams.output)
    let resources = server.engine.resources
    let found = Result { () throws(InstanceProblem) in try options.subject.resource(among: resources) }
    resource = (try? found.get()) ?? nil
    screen = LocalScreen(
      server, of: [resource].compactMap(\.self), showsLocation: resource == nil, words: .none)
    let instance = resource?.id.title ?? options.subject.name
    clicks = options.format.hasClicks ? ClickReader(streams.input, of: instance) : nil
    if case .failure(let problem) = found { refuse(problem) } else { start() }
  }

  private func start() {
    output.onFailure = { [weak self] in self?.cannotWrite($0) }
    output.onReaderLeft = { [weak self] in self?.end(0) }
    output.onDrained = { [weak self] in self?.drained() }
    output.start(on: host.loop)
    host.watchParent()
    if let header = options.format.header { write(header) }
    clicks?.start(on: host.loop) { [weak self] in self?.clicked($0) }
    begin()
    server.engine.followConfiguration()
    if let clock = server.engine.clock { advance(clock) }
  }

  /// Polls the resource, or subscribes to the location.
  private func begin() {
    conditions.begin(with: state.value)
    server.engine.observe(owner) { [weak self] _ in self?.look() }
    if let resource {
      resource.setPolling(true, interval: options.interval, for: screen.owner)
    } else {
      screen.press(.startLocation)
      let filter = LocationFilter(minInterval: options.interval ?? .zero)
      _ = server.engine.location.subscribe(filter, for: owner)
    }
    look()
  }

  /// Moves a manual clock until there is a value or a failure: see ``WatchCommand``.
  private func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
  }

  func terminate(_ signal: CInt) { end(128 + signal) }
  func abandon() { end(0) }
  func close() { server.engine.close(within: Self.patienceForStore) }

  private func end(_ status: Int32) {
    guard !isOver else { return }
    isOver = true
    output.close()
    host.end(status)
  }
}

// MARK: Lines

extension WatchGuest {
  private var state: WatchedState {
    let shown = screen.look()
    return resource.map { WatchedState(shown.parts[0], of: $0, server) }
      ?? WatchedState(shown.place, of: server.engine.location, server)
  }

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
    let state = final?.state ?? state
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
    let state = state
    if let end = conditions.end(by: state) { final = (end, state) }
  }

  /// How old the value is, and when that changes; nil where the text does not show it, and then no timer runs for it.
  private func age(of state: WatchedState) -> (words: String?, wakeAt: Duration?)? {
    guard options.format.hasAge, let date = state.date else { return nil }
    var words = Words(.minutes, at: server.engine.now)
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

// MARK: Parameterised resources

extension WatchGuest {
  /// Says why there is no instance with these arguments.
  private func refuse(_ problem: InstanceProblem) {
    isOver = true
    let sentence = options.subject.sentence(
      of: problem, among: server.engine.resources, for: "the command is: statusd watch")
    LastWords.write("statusd: \(sentence)")
    host.end(ExitStatus.usage)
  }
}

// MARK: Clicks

extension WatchGuest {
  private func clicked(_ button: Clicks.Button) {
    let name = screen.parts.first?.name
    switch button {
    case .left:
      let failure = state.failure
      let option = failure?.options.first { $0.id != .cancel && $0.performedBy == .server }
      if let failure, let option {
        screen.press(.option(failure.id, option.id.rawValue))
      } else if let name {
        screen.press(.refresh(name))
      }
    case .right: if let name { screen.press(.polling(name, on: nil)) }
    }
  }
}
