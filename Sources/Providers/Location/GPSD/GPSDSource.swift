package import Reactor
import StatusCore

/// The location that gpsd reports over TCP: the shell around ``GPSDMachine``.
@LoopActor
package final class GPSDSource: LocationSource {
  package let address: String
  private let host: String
  private let port: UInt16
  private let limits: GPSDLimits
  private let timers: TimerQueue
  private let loop: EventLoop
  private var machine: GPSDMachine
  private var chance: SplitMix64
  private var connection: TCPConnection?
  private var lines: LineBuffer
  private var alarm: Timer?
  private var listener: LocationListener?

  /// - Parameter seed: Of the jitter of reconnections.
  package init(
    host: String, port: UInt16, limits: GPSDLimits = GPSDLimits(), timers: TimerQueue, loop: EventLoop,
    seed: UInt64
  ) {
    address = LocationAddress.gpsd(host: host, port: port).description
    self.host = host
    self.port = port
    self.limits = limits
    self.timers = timers
    self.loop = loop
    machine = GPSDMachine(limits: limits)
    chance = SplitMix64(seed: seed)
    lines = LineBuffer(limit: limits.lineBytes)
  }

  package func start(_ listener: @escaping LocationListener) {
    self.listener = listener
    perform(machine.start(at: now))
  }

  package func stop() {
    listener = nil
    perform(machine.stop())
  }

  package func tryAgain() {
    perform(machine.start(at: now))
  }

  private var now: Duration { timers.now.sinceOrigin }

  /// A report may make its listener stop or restart the source, after which earlier actions are out of date;
  /// so a report is always the last action.
  private func perform(_ actions: [GPSDMachine.Action]) {
    for action in actions {
      switch action {
      case .connect: connect()
      case .send(let request): connection?.send(Array(request.text.utf8))
      case .close:
        connection?.close()
        connection = nil
      case .report(let position): listener?(.success(position))
      case .fail(let cause): listener?(.failure(Problem(cause, at: address)))
      }
    }
    setAlarm()
  }

  private func setAlarm() {
    let due = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    if let alarm, alarm.deadline == due { return }
    alarm?.cancel()
    alarm = due.map { due in
      timers.schedule(at: due) { [weak self] in
        guard let self else { return }
        alarm = nil
        perform(machine.timePassed(at: now, using: &chance))
      }
    }
  }
}

// MARK: The connection

extension GPSDSource {
  private func connect() {
    lines = LineBuffer(limit: limits.lineBytes)
    connection = TCPConnection(host: host, port: port, on: loop) { [weak self] in self?.received($0) }
  }

  private func received(_ event: TCPConnection.Event) {
    switch event {
    case .connected: perform(machine.connected(at: now))
    case .unknownHost: ended(.unknownHost)
    case .refused(let errno): ended(.unreachable(errno: errno))
    case .ended: ended(.gone)
    case .bytes(let bytes): take(bytes)
    }
  }

  private func ended(_ cause: GPSDFailureCause) {
    perform(machine.ended(cause, at: now, using: &chance))
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    LoopPhase.enter("reading what gpsd says", of: "location")
    let present = connection
    for line in lines.lines(adding: bytes) {
      // A line may end this connection and begin another.
      guard connection === present else { return }
      perform(machine.received(GPSDReport(decoding: line.span) ?? .other, at: now, using: &chance))
    }
  }
}

extension GPSDMachine.Request {
  /// As gpsd_json(5) has it.
  var text: String {
    switch self {
    case .watch: #"?WATCH={"enable":true,"json":true};"# + "\n"
    case .devices: "?DEVICES;\n"
    }
  }
}
