package import StatusCore

/// A conversation with gpsd as a value: connect, ask to watch, and report positions and failures.
///
/// gpsd never says "no position" or "I am ending" in words, so silence has to be measured: every deadline counts
/// from an arrival here, never from the times that receivers report. The owner performs the actions in order,
/// reports what happens, and calls ``timePassed(at:using:)`` when ``wakeAt`` has come.
///
///     waiting → connecting → greeting → watching
///        ↑___________|___________|__________|      whenever the connection ends or hangs
package struct GPSDMachine: Sendable {
  package enum Action: Hashable, Sendable {
    case connect
    case send(Request)
    /// Close the connection; events that still come of it are out of date.
    case close
    case report(Position)
    case fail(GPSDFailureCause)
  }

  /// A command to gpsd.
  package enum Request: Hashable, Sendable {
    case watch, devices
  }

  enum State: Hashable, Sendable {
    case stopped
    /// Until the next try.
    case waiting(until: Duration)
    case connecting(until: Duration)
    /// The connection stands; gpsd has not yet echoed the request to watch.
    case greeting(until: Duration)
    case watching
  }

  let limits: GPSDLimits
  private(set) var state = State.stopped
  private var watch: GPSDWatch
  /// How many connections in a row brought no position.
  private var failures = 0

  package init(limits: GPSDLimits = GPSDLimits()) {
    self.limits = limits
    watch = GPSDWatch(limits, at: .zero)
  }

  package var wakeAt: Duration? {
    switch state {
    case .stopped: nil
    case .waiting(let end), .connecting(let end), .greeting(let end): end
    case .watching: watch.wakeAt
    }
  }
}

// MARK: Requests

extension GPSDMachine {
  /// Begins at once with a new connection, also where one is open already.
  package mutating func start(at uptime: Duration) -> [Action] {
    let isOpen = hasConnection
    failures = 0
    return (isOpen ? [.close] : []) + connect(at: uptime)
  }

  package mutating func stop() -> [Action] {
    defer { state = .stopped }
    return hasConnection ? [.close] : []
  }

  private var hasConnection: Bool {
    switch state {
    case .stopped, .waiting: false
    case .connecting, .greeting, .watching: true
    }
  }

  private mutating func connect(at uptime: Duration) -> [Action] {
    state = .connecting(until: uptime + limits.connecting)
    return [.connect]
  }
}

// MARK: Events

extension GPSDMachine {
  /// The connection stands.
  package mutating func connected(at uptime: Duration) -> [Action] {
    guard case .connecting = state else { return [] }
    state = .greeting(until: uptime + limits.handshake)
    return [.send(.watch)]
  }

  /// The connection could not be made, or has ended.
  package mutating func ended(_ cause: GPSDFailureCause, at uptime: Duration, using chance: inout SplitMix64)
    -> [Action]
  {
    guard hasConnection else { return [] }
    let longest = Backoff.wait(after: failures, base: limits.backoff, cap: limits.longestBackoff)
    failures += 1
    // Half of the wait is fixed, so that gpsd is never flooded; the rest is random, so that clients spread.
    state = .waiting(until: uptime + longest * (0.5 + chance.nextUnit() / 2))
    return [.close, .fail(cause)]
  }

  /// A report came.
  package mutating func received(
    _ report: GPSDReport, at uptime: Duration, using chance: inout SplitMix64
  ) -> [Action] {
    switch (state, report) {
    case (.greeting, .version(let major)) where major != 3:
      return ended(.foreign, at: uptime, using: &chance)
    case (.greeting, .devices(let devices)):
      watch.list(devices, at: uptime)
      return []
    case (.greeting, .watch(let isEnabled)):
      guard isEnabled else { return ended(.refused, at: uptime, using: &chance) }
      let devices = watch.devices
      watch = GPSDWatch(limits, at: uptime)
      watch.list(devices, at: uptime)
      state = .watching
      return []
    case (.watching, _):
      let position = watch.take(report, at: uptime)
      guard let position else { return [] }
      failures = 0
      return [.report(position)]
    default: return []
    }
  }

  /// Performs what is due at `uptime`.
  package mutating func timePassed(at uptime: Duration, using chance: inout SplitMix64) -> [Action] {
    guard let due = wakeAt, due <= uptime else { return [] }
    switch state {
    case .stopped: return []
    case .waiting: return connect(at: uptime)
    case .connecting: return ended(.unreachable(errno: nil), at: uptime, using: &chance)
    case .greeting: return ended(.silent, at: uptime, using: &chance)
    case .watching:
      switch watch.due(at: uptime) {
      case .ask: return [.send(.devices)]
      case .giveUp: return ended(.silent, at: uptime, using: &chance)
      case .report(let cause): return [.fail(cause)]
      case nil: return []
      }
    }
  }
}
