import Jansson
import Reactor
import StatusCore

/// One recovery option of a failure of the location, being performed.
@LoopActor
final class LocationRecovery: RecoveryUnderWay {
  let failure: Failure
  let option: RecoveryOptionID
  private let location: Location
  private var waiter: LocationWaiter?
  private var ended: Recovery.Completion?

  init(_ failure: Failure, _ option: RecoveryOptionID, of location: Location) {
    self.failure = failure
    self.option = option
    self.location = location
  }

  func start(_ ended: @escaping Recovery.Completion) {
    self.ended = ended
    switch option {
    case .tryAgain:
      wait(for: location.tryAgain(recovering: failure.id) { [weak self] in self?.end(with: $0) })
    case .useDemoRoute:
      wait(for: location.useDemoRoute(recovering: failure.id) { [weak self] in self?.end(with: $0) })
    // It goes on by itself: all there is to do is to have nobody asked again.
    case .keepTrying: end(with: .success(location.snapshotText))
    default: preconditionFailure("\(option) is not for the daemon to perform on the location")
    }
  }

  func cancel() {
    ended = nil
    if let waiter { location.leave(waiter) }
  }

  private func wait(for waiter: LocationWaiter) {
    if ended != nil { self.waiter = waiter }
  }

  private func end(with outcome: Result<JSONText, Failure>) {
    let tell = ended
    ended = nil
    tell?(outcome)
  }
}
