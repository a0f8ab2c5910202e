@testable import StatusCore

/// What can happen to a resource, as a value.
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
  case answer([Int])
  case outOfDate
}

extension ResourceMachine {
  /// A menu resource after `events`.
  init(after events: [ResourceEvent]) {
    self.init(resource: .menu, maxAttempts: 3)
    for event in events { _ = handle(event) }
  }

  mutating func handle(_ event: ResourceEvent) -> ResourceOutcome {
    switch event {
    case .ask(let waiter):
      switch fetchRequested(by: WaiterID(waiter)) {
      case .start(let flight): .start(flight.rawValue)
      case .join(let flight): .join(flight.rawValue)
      }
    case .leave(let waiter):
      switch waiterLeft(WaiterID(waiter)) {
      case .none: .nothing
      case .abort(let flight): .abort(flight.rawValue)
      }
    case .succeed(let flight, let price, let time):
      outcome(
        of: succeeded(FlightID(flight), with: .menu(at: price), at: Timestamp(millisecondsSince1970: time)))
    case .confirm(let flight, let time):
      outcome(of: succeededUnchanged(FlightID(flight), at: Timestamp(millisecondsSince1970: time)))
    case .fail(let flight, let kind):
      outcome(of: failed(FlightID(flight), with: .sample(kind)))
    }
  }

  private func outcome(of answered: [WaiterID]?) -> ResourceOutcome {
    answered.map { .answer($0.map(\.rawValue)) } ?? .outOfDate
  }
}

extension ResourceValue {
  /// A menu told apart from others by the price of its one dish.
  static func menu(at price: Double) -> ResourceValue {
    .menu(Menu(items: [MenuItem(name: "soup", category: "starters", isSpicy: false, price: price)]))
  }
}
