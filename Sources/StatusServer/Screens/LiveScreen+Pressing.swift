import Engine
import Presenter
import Reactor
package import StatusCore

/// What became of a press.
package enum PressResult {
  /// The button was not enabled.
  case ignored
  case pressed
  /// The client has to perform an option.
  case performs(FailureID, RecoveryOption)
}

extension LiveScreen {
  /// A person pressed a button; what follows shows on the screen.
  func press(_ button: Button) -> PressResult {
    if session.server.misconfiguration != nil, button.needsConfiguration {
      remind()
      return .pressed
    }
    let action = machine.press(button, seeing: sight())
    mark()
    switch action {
    case .ignore: return .ignored
    case .none: break
    case .refresh(let id): refresh(id)
    case .stop(let id): stop(id)
    case .setPolling(let id, let isOn): resource(id)?.setPolling(isOn, for: session.owner)
    case .choose(let id, let option): return choose(option, of: id)
    case .perform(let id, let option): return .performs(id, option)
    case .startLocation: startLocation()
    case .stopLocation: stopLocation()
    }
    return .pressed
  }

  /// Fetches, as for a press of refresh, the parts that have no value.
  func fetchMissing() {
    for part in machine.parts where resource(part.resource)?.snapshot.value == nil {
      if refreshes[part.resource] == nil { refresh(part.resource) }
    }
  }

  // MARK: Refreshing

  private func refresh(_ id: ResourceID) {
    guard let resource = resource(id) else { return }
    do throws(Problem) {
      refreshes[id] = try session.wait(for: .refresh) {
        resource.fetch(.refresh, minimum: session.minimumRequestTime)
      } _: { [weak self] in
        self?.refreshEnded(id, $0)
      }
      machine.refreshBegan(id)
    } catch {
      machine.keep(session.failures.record(error, operation: .refresh, resource: resource))
    }
  }

  private func refreshEnded(_ id: ResourceID, _ outcome: Result<ResourceSnapshot, Failure>) {
    refreshes[id] = nil
    machine.refreshEnded(id, with: outcome.failure)
    mark()
  }

  private func stop(_ id: ResourceID) {
    if let call = refreshes.removeValue(forKey: id) { session.giveUp(call) }
    machine.refreshEnded(id)
  }

  // MARK: Recovering

  private func choose(_ option: RecoveryOptionID, of id: FailureID) -> PressResult {
    do throws(Problem) {
      let choice = try session.engine.recoveries.choose(
        failureID: id.rawValue, optionID: option.rawValue, of: session.failures, for: session.owner,
        minimum: session.minimumRequestTime)
      switch choice {
      case .ended(let result): machine.recovered(result.message)
      case .waits(let begin): try wait(for: begin, of: id)
      }
    } catch {
      // Somebody else was faster.
      guard Presentation.of(error.kind, hasValue: true, isPoll: false) != .silent else { return .ignored }
      machine.keep(session.failures.record(error, operation: .retry))
    }
    return .pressed
  }

  private func wait(
    for begin: @LoopActor () -> Ticket<RecoveryResult>, of id: FailureID
  ) throws(Problem) {
    recoveries[id] = try session.wait(for: .retry, begin: begin) { [weak self] in self?.recovered(id, $0) }
  }

  private func recovered(_ id: FailureID, _ outcome: Result<RecoveryResult, Failure>) {
    recoveries[id] = nil
    switch outcome {
    case .success(let result): machine.recovered(result.message)
    case .failure(let failure): machine.keep(failure)
    }
    mark()
  }

  // MARK: The location

  private func startLocation() {
    let (location, limit) = (session.engine.location, session.limits.subscriptions)
    guard location.subscriptionCount(of: session.owner) < limit else {
      machine.locationRefused()
      machine.keep(session.failures.record(.tooManySubscriptions(limit), operation: .subscribeLocation))
      return
    }
    subscription = location.subscribe(LocationFilter(), for: session.owner)
  }

  func stopLocation() {
    guard let subscription else { return }
    self.subscription = nil
    _ = session.engine.location.unsubscribe(subscription, of: session.owner)
  }
}

extension Result where Failure == StatusCore.Failure {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
