@testable import StatusCore

/// What can happen to a resource, as a value; flights are named by their numbers.
enum ResourceEvent: Hashable, Sendable {
  case ask(Int)
  case leave(Int)
  case succeed(Int, price: Double = 1, at: Int64 = 0)
  case confirm(Int, at: Int64 = 0)
  case fail(Int, as: FailureKind = .timeout)
}

/// What the machine says to it.
enum ResourceOutcome: Hashable, Sendable {
  case start(Int)
  case join(Int)
  case abort(Int)
  case nothing
  case response([Int])
  case outOfDate
}

extension ResourceMachine {
  /// A menu resource of single attempts after `events`, all at one time.
  init(after events: [ResourceEvent]) {
    var policy = FetchPolicy()
    policy.retry.maxAttempts = 1
    self.init(resource: .menu, policy: policy)
    for event in events { _ = handle(event) }
  }

  mutating func handle(_ event: ResourceEvent) -> ResourceOutcome {
    var chance = SplitMix64(seed: 1)
    var ledger = FailureLedger()
    switch event {
    case .ask(let waiter):
      let started = fetchRequested(by: WaiterID(waiter), at: .start)
      return started.map { .start($0.flight.rawValue) } ?? .join(flight?.id.rawValue ?? 0)
    case .leave(let waiter):
      return switch waiterLeft(WaiterID(waiter), at: .start) {
      case .none: .nothing
      case .abort(let flight): .abort(flight.rawValue)
      }
    case .succeed(let flight, let price, let time):
      return outcome(
        of: attemptSucceeded(.first(of: flight), with: .menu(at: price), at: .start(time), using: &chance))
    case .confirm(let flight, let time):
      return outcome(
        of: attemptSucceeded(.first(of: flight), with: nil, at: .start(time), using: &chance))
    case .fail(let flight, let kind):
      let action = attemptFailed(
        .first(of: flight), with: Problem(kind), at: .start, using: &chance, recording: &ledger)
      guard case .fail(let ended) = action else { return .outOfDate }
      return .response(ended.waiters.map(\.rawValue))
    }
  }

  private func outcome(of landed: FlightSuccess?) -> ResourceOutcome {
    landed.map { .response($0.waiters.map(\.rawValue)) } ?? .outOfDate
  }

  /// The callers that wait, in order of arrival.
  var waiters: [WaiterID] { flight?.waiters.ids ?? [] }
}

extension AttemptID {
  /// The first attempt of a flight.
  static func first(of flight: Int) -> AttemptID {
    AttemptID(flight: FlightID(flight), number: 1)
  }
}

extension Moment {
  static let start = Moment.start(0)

  /// No time has passed, and it is so many milliseconds after 1970.
  static func start(_ milliseconds: Int64) -> Moment {
    Moment(uptime: .zero, time: Timestamp(millisecondsSince1970: milliseconds))
  }

  /// So long after the start, on both clocks.
  static func after(_ duration: Duration) -> Moment {
    Moment(uptime: duration, time: start.time(at: duration))
  }
}

extension ResourceValue {
  /// A value distinguished from others by a price.
  static func menu(at price: Double) -> ResourceValue {
    ResourceValue(normalised: Array(#"{"price":\#(price)}"#.utf8))
  }
}
