import Jansson
import Presenter
import Reactor
import StatusCore
import StatusServer

// What a button of the table has the daemon do; what follows shows on the screen.

extension SharedTop {
  func press(_ button: Button) -> PressResult {
    let action = machine.press(button, seeing: sight)
    mark()
    switch action {
    case .ignore: return .ignored
    case .none: break
    case .refresh(let id): refresh(id)
    case .stop(let id): stop(id)
    case .setPolling(let id, let isOn): setPolling(isOn, of: id)
    case .choose(let id, let option): choose(option, of: id)
    case .perform(let id, let option): return .performs(id, option)
    case .startLocation: startLocation()
    case .stopLocation: stopLocation()
    }
    return .pressed
  }

  /// A call of this screen has failed.
  func keep(_ failure: Failure) {
    sight.open[failure.id] = failure
    machine.keep(failure)
    mark()
  }

  func setPolling(_ isOn: Bool, of id: ResourceID) {
    session.call("setAutoPolling", ClientParams.polling(id, isOn, every: nil)) { [weak self] in
      self?.keep($0)
    }
  }

  private func keep(_ outcome: RemoteSession.Outcome) {
    if case .failure(let error) = outcome { keep(error.failure) }
  }

  // MARK: Refreshing

  private func refresh(_ id: ResourceID) {
    machine.refreshBegan(id)
    refreshes[id] = session.request("refresh", ClientParams.resource(id)) { [weak self] request, outcome in
      // One that was stopped has ended already.
      guard let self, refreshes[id] == request else { return }
      refreshes[id] = nil
      machine.refreshEnded(id)
      keep(outcome)
      mark()
    }
  }

  private func stop(_ id: ResourceID) {
    if let request = refreshes.removeValue(forKey: id) { session.cancel(request) }
    machine.refreshEnded(id)
  }

  // MARK: Recovering

  private func choose(_ option: RecoveryOptionID, of id: FailureID) {
    if option != .cancel { sight.running[id] = option }
    session.call("retry", ClientParams.choice(option, of: id)) { [weak self] outcome in
      guard let self else { return }
      sight.running[id] = nil
      // One that was refused has changed nothing; otherwise what is left to recover from is a fresh failure.
      if !outcome.isRefusal { sight.open[id] = nil }
      if case .success(let result) = outcome { machine.recovered(ReceivedRecovery.message(result)) }
      keep(outcome)
      mark()
    }
  }

  // MARK: The location

  private func startLocation() {
    wantsLocation = true
    session.call("subscribeLocation", ClientParams.location(every: nil)) { [weak self] outcome in
      guard let self else { return }
      if case .success(let result) = outcome, let begun = ReceivedSubscription(result) {
        let former = subscription
        subscription = begun.id
        // It was switched off and on again before the first response.
        if let former { unsubscribe(former) }
        take(begun.location)
        if !wantsLocation { stopLocation() }
      } else {
        machine.locationRefused()
        keep(outcome)
      }
    }
  }

  /// A subscription that is not there yet is ended when it comes.
  private func stopLocation() {
    wantsLocation = false
    if let id = subscription.take() { unsubscribe(id) }
  }

  private func unsubscribe(_ id: String) {
    session.call("unsubscribeLocation", ClientParams.subscription(id)) { _ in }
  }
}

extension RemoteSession.Outcome {
  /// Whether too many calls waited, so that the call has not begun.
  fileprivate var isRefusal: Bool {
    if case .failure(let error) = self { error.failure.kind == .overloaded } else { false }
  }
}
