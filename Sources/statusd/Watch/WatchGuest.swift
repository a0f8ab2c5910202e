import Engine
import JSONRPC
import Jansson
import Logging
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
    /// The name of a resource, or `location`.
    let name: String
    /// Of a parameterised resource; empty for another.
    let arguments: ResourceArguments
    let format: WatchFormat
    /// Nil for the configured one.
    let interval: Duration?
    /// Whether the first value or failure is the end.
    let isOnce: Bool
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
  private lazy var actions = WatchActions(server, resource, timers: host.loop.timers)
  private lazy var tick = Alarm(on: server.engine.timers) { [weak self] in self?.look() }
  /// The places that were reported: each is once.
  private var reported: Set<LostPlace> = []
  /// The line that was printed last.
  private var lastLine: String?
  /// Whether a change waits for the reader.
  private var isDue = false
  private var isOver = false

  init(_ options: Options, _ configuration: Configuration, on host: Host) throws(SystemError) {
    (self.options, self.host) = (options, host)
    let streams = try StandardStreams.take()
    server = Server(configuration, loop: host.loop, logger: host.logger)
    output = OutputStream(descriptor: streams.output)
    let resources = server.engine.resources
    let found = Result { () throws(InstanceProblem) in try Self.resource(options, among: resources) }
    resource = (try? found.get()) ?? nil
    let instance = resource?.id.title ?? options.name
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

  private func begin() {
    server.engine.observe(owner) { [weak self] _ in self?.look() }
    setWatching(true)
    look()
  }

  /// Polls the resource, or subscribes to the location.
  private func setWatching(_ isOn: Bool) {
    if let resource {
      resource.setPolling(isOn, interval: options.interval, for: owner)
    } else {
      let filter = LocationFilter(minInterval: options.interval ?? .zero)
      _ = server.engine.location.subscribe(filter, for: owner)
    }
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
    resource.map { WatchedState(of: $0, server) } ?? WatchedState(of: server.engine.location, server)
  }

  /// Prints the present state, unless its line is the one that was printed last.
  private func look() {
    guard !isOver else { return }
    // A reader that does not read gets the newest state when it does.
    guard output.backlog == 0 else {
      isDue = true
      return
    }
    isDue = false
    let state = state
    guard !options.isOnce || state.isSettled else { return }
    let age = age(of: state)
    let line = options.format.line(of: state, age: age, options.palette)
    if line != lastLine { write(line) }
    lastLine = line
    let lost = options.format.lostPlaces(in: state)
    report(lost)
    if options.isOnce { return finish(status(of: state, lost)) }
    tick.date = age.map { server.engine.timers.now + $0.timeToChange }
  }

  /// Nil where the text does not show it, and then no timer runs for it.
  private func age(of state: WatchedState) -> Age? {
    guard options.format.hasAge, let date = state.date else { return nil }
    let now = server.engine.timers.source.millisecondsSince1970
    return Age(of: date, at: Timestamp(millisecondsSince1970: now))
  }

  private func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    output.append(bytes.span)
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
    return options.format.classes.watchedClass(of: state, age: age(of: state)).isFailed ? 33 : 0
  }

  /// Ends once the line is written.
  private func finish(_ status: Int32) {
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
  /// The resource that is watched, or the instance with the arguments; nil for the location.
  private static func resource(
    _ options: Options, among resources: Resources
  ) throws(InstanceProblem) -> Resource? {
    guard let family = resources.family(options.name) else { return resources[options.name] }
    return try resources.instance(of: family, with: options.arguments)
  }

  /// Says why there is no instance with these arguments.
  private func refuse(_ problem: InstanceProblem) {
    isOver = true
    if case .arguments(let fault) = problem {
      let name = fault.name ?? "an argument"
      LastWords.write("statusd: \(name) \(fault.explanation)\(wayOut(of: fault))".visible)
    }
    host.end(ExitStatus.usage)
  }

  private func wayOut(of fault: ArgumentFault) -> String {
    guard fault.reason == .missing, let family = server.engine.resources.family(options.name) else {
      return ""
    }
    let words = family.parameters.map { "\($0)=…" }.joined(separator: " ")
    return "; the command is: statusd watch \(options.name) \(words)"
  }
}

// MARK: Clicks

extension WatchGuest {
  private func clicked(_ button: Clicks.Button) {
    switch button {
    case .left: actions.recover(state.failure)
    case .right:
      if let resource { setWatching(!resource.snapshot.autoPolling.isEnabled) }
    }
  }
}
