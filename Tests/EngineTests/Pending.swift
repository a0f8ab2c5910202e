import Engine
import Reactor
import StatusCore

/// A wait of a test's for an outcome of the engine's.
@LoopActor
final class Pending<Value: Sendable> {
  private(set) var outcome: Result<Value, Failure>?
  private var ticket: Ticket<Value>?

  /// - Parameter outcome: What is known already.
  init(_ outcome: Result<Value, Failure>?) {
    self.outcome = outcome
  }

  /// The engine must not end the ticket before this: then its outcome is lost.
  init(_ ticket: Ticket<Value>) {
    self.ticket = ticket
    ticket.onEnd { [weak self] in
      self?.outcome = $0
      self?.ticket = nil
    }
  }

  /// Gives up the wait.
  func cancel() {
    ticket?.cancel()
    ticket = nil
  }

  /// Whether there is an outcome, or the wait was given up.
  var isOver: Bool { ticket == nil }
  var value: Value? { try? outcome?.get() }

  var failure: Failure? {
    if case .failure(let failure)? = outcome { failure } else { nil }
  }
}

extension Pending<RecoveryResult> {
  /// Whether the engine performed the option, once that is known.
  var isRecovered: Bool? { value?.isRecovered }

  /// The snapshot that the recovery returned.
  var snapshot: ResourceSnapshot? {
    switch value?.value {
    case .snapshot(let snapshot), .polling(let snapshot): snapshot
    case .location, nil: nil
    }
  }

  /// How a resource is polled whose polling the recovery has switched on.
  var polling: AutoPolling? {
    if case .polling(let snapshot)? = value?.value { snapshot.autoPolling } else { nil }
  }

  /// The location that the recovery returned.
  var location: LocationSnapshot? {
    if case .location(let snapshot)? = value?.value { snapshot } else { nil }
  }
}
