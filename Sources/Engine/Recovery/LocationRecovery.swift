import Reactor
import StatusCore

/// Performs a recovery option of a failure of the location.
@LoopActor
final class LocationRecovery: Recovery {
  private let run: RecoveryRun
  private let location: Location
  private let minimum: Duration
  private var ticket: Ticket<LocationSnapshot>?
  private var onEnd: Completion?
  let message: String? = nil

  init(_ failure: Failure, _ option: RecoveryOptionID, of location: Location, minimum: Duration) {
    run = RecoveryRun(failure: failure.id, option: option)
    self.location = location
    self.minimum = minimum
  }

  func begin(_ onEnd: @escaping Completion) {
    self.onEnd = onEnd
    location.recoveryBegan(run)
    if run.option == .useDemoRoute { location.useDemoRoute() }
    let ticket = location.tryAgain(recovering: run.failure, minimum: minimum)
    self.ticket = ticket
    ticket.onEnd { [weak self] in self?.end(with: $0) }
  }

  func cancel() {
    onEnd = nil
    ticket?.cancel()
    location.recoveryEnded(run.failure)
  }

  /// Does nothing: the ticket ends with the same success.
  func resourceSucceeded() {}

  private func end(with outcome: Result<LocationSnapshot, Failure>) {
    if case .failure(let fresh) = outcome { location.replaceFailure(run.failure, with: fresh) }
    location.recoveryEnded(run.failure)
    let completion = onEnd
    onEnd = nil
    completion?(outcome.map { .location($0) })
  }
}
