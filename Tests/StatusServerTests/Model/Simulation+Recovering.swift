import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore

/// What happens to failures, by the contract.
extension Simulation {
  /// A client chooses an option of a failure: nil for the newest that is not settled, nil for `tryAgain`.
  func choose(
    _ failure: FailureModel, named isNamed: Bool, option: String?, wasShown: Bool = false,
    from client: SimulatedClient
  ) {
    let id = begin("retry", from: client)
    calls[id]?.wasShown = wasShown
    perform(option ?? "tryAgain", of: failure, for: id)
    send("retry", params(isNamed ? failure.id : nil, option), as: id, from: client)
  }

  /// A client chooses something that there is not.
  func choose(failureID: String?, option: String?, refusedWith kind: String, from client: SimulatedClient) {
    let id = begin("retry", from: client)
    calls[id]?.expected = (.refusal(kind), at: now)
    send("retry", params(failureID, option), as: id, from: client)
  }

  private func params(_ failureID: String?, _ option: String?) -> String {
    let members = [failureID.map { #""failureId":"\#($0)""# }, option.map { #""optionId":"\#($0)""# }]
    return "{\(members.compactMap(\.self).joined(separator: ","))}"
  }

  private func perform(_ option: String, of failure: FailureModel, for id: CallID) {
    let running = recoveries.first { $0.failure === failure }
    if failure.state == .settled {
      calls[id]?.expected = (.refusal("alreadyRecovered"), at: now)
    } else if let running {
      perform(option, of: failure, during: running, for: id)
    } else if rules.offered(failure, during: nil).contains(option) {
      start(option, of: failure, for: id)
    } else {
      calls[id]?.expected = (.refusal("optionNotFound"), at: now)
    }
  }

  private func perform(
    _ option: String, of failure: FailureModel, during running: RecoveryModel, for id: CallID
  ) {
    if option == "cancel" {
      for call in running.calls { calls[call]?.expected = (.refusal("requestCancelled"), at: now) }
      abandon(running)
      start(option, of: failure, for: id)
    } else if option == running.option {
      running.calls.append(id)
    } else {
      let isPossible = rules.possible(failure).contains(option)
      calls[id]?.expected = (.refusal(isPossible ? "alreadyRecovered" : "optionNotFound"), at: now)
    }
  }

  private func start(_ option: String, of failure: FailureModel, for id: CallID) {
    let resource = failure.resource
    switch option {
    case "openSettings", "showHelp", "custom:ask": calls[id]?.expected = (.settled(failure, option), at: now)
    case "cancel":
      failure.state = .settled
      resource.settle(failure)
      calls[id]?.expected = (.settled(failure, option), at: now)
    case "useLastKnown":
      failure.state = .settled
      resource.settle(failure)
      calls[id]?.expected = (.recovered(failure, option, resource), at: now)
    case "keepTrying":
      wish(true, interval: nil, of: resource, by: id.client)
      calls[id]?.expected = (.recovered(failure, option, resource), at: now)
    default: run(option, of: failure, for: id)
    }
  }

  private func run(_ option: String, of failure: FailureModel, for id: CallID) {
    failure.state = .running
    let recovery = RecoveryModel(of: failure, by: option, for: id, .waitingForNetwork, at: now)
    recoveries.append(recovery)
    // What is done first may fail.
    let isOfStore = option == "freeSpace" || option == "buyMoreSpace"
    if option == "waitForConnection" { return networkQueue.append(recovery) }
    if CustomRule.isPerformed(option) {
      recovery.stage = .commanding
      return commandQueue.append(recovery)
    }
    if isOfStore, store.obstacle == nil { store.problem = nil }
    let fault = option == "signIn" ? means.faultOfConfiguration : nil
    let obstacle = isOfStore ? store.obstacle : fault
    let until = option == "tryLater" ? endOfWait(for: failure) : now
    if until > now {
      recovery.stage = .waiting(until: until)
    } else if let obstacle {
      recovery.stage = .failing(obstacle, until: now + FlightModel.minimum)
    } else {
      fetch(for: recovery, at: now)
    }
  }

  /// When the time is over that the server asked for.
  private func endOfWait(for failure: FailureModel) -> Duration {
    let asked = failure.origin.problem.retryAfter ?? .zero
    return max(now, failure.failedAt + asked, fence(around: failure.resource, at: now)?.end ?? now)
  }

  /// The failed operation once more.
  func fetch(for recovery: RecoveryModel, at moment: Duration) {
    let failure = recovery.failure
    let waiter = WaiterModel(
      .recovery(recovery), failure.repeated, timeout: failure.origin.timeout, at: moment)
    recovery.stage = .fetching(waiter)
    fetchRequested(failure.resource, by: waiter, at: moment)
  }

  /// The command that began first ends: with nil for success.
  func endCommand(with problem: Problem?) {
    expect(
      means.commands.map { "custom:\($0.command.command.program)" } == commandQueue.map(\.option),
      "the commands \(means.commands.map(\.command.command.program)) run")
    guard let recovery = commandQueue.first else { return }
    note("command \(recovery.option) \(problem?.kind.rawValue ?? "succeeds")")
    commandQueue.removeFirst()
    if let problem {
      recovery.stage = .failing(problem, until: max(now, recovery.begin + FlightModel.minimum))
    } else {
      fetch(for: recovery, at: now)
    }
    means.endCommand(with: problem)
  }

  func networkIsBack() {
    note("network")
    let waiting = networkQueue
    networkQueue = []
    for recovery in waiting { fetch(for: recovery, at: now) }
    means.networkIsBack()
  }

  /// A recovery has ended: its failure is settled, a fresh one is shown in its place, and all who chose it get
  /// their response.
  func ended(_ recovery: RecoveryModel, with expected: CallModel.Expected) {
    let failure = recovery.failure
    failure.state = .settled
    if case .failure(let fresh) = expected, failure.resource.failure === failure {
      failure.resource.failure = fresh
    }
    forget(recovery)
    for id in recovery.calls { calls[id]?.expected = (expected, at: now) }
  }

  private func forget(_ recovery: RecoveryModel) {
    recoveries.removeAll { $0 === recovery }
    networkQueue.removeAll { $0 === recovery }
    commandQueue.removeAll { $0 === recovery }
  }

  /// A recovery is given up: its failure is open again, and with its last waiter goes what was only for it.
  private func abandon(_ recovery: RecoveryModel) {
    forget(recovery)
    if recovery.failure.state == .running { recovery.failure.state = .open }
    if case .fetching(let waiter) = recovery.stage { leave(recovery.failure.resource) { $0 === waiter } }
  }
}

// MARK: Leaving

extension Simulation {
  /// What a call waits for.
  func resource(awaitedBy id: CallID) -> ResourceModel? {
    let recovery = recoveries.first { $0.calls.contains(id) }
    return recovery?.failure.resource
      ?? models.first { model in
        model.flight?.waiters.contains { if case .call(id) = $0.kind { true } else { false } } ?? false
      }
  }

  /// Nobody waits for a call any more.
  func withdraw(_ id: CallID) {
    for model in models { leave(model) { if case .call(id) = $0.kind { true } else { false } } }
    guard let recovery = recoveries.first(where: { $0.calls.contains(id) }) else { return }
    recovery.calls.removeAll { $0 == id }
    if recovery.calls.isEmpty { abandon(recovery) }
  }

  private func leave(_ model: ResourceModel, _ isLeaving: (WaiterModel) -> Bool) {
    guard let flight = model.flight, flight.waiters.contains(where: isLeaving) else { return }
    model.flight?.waiters.removeAll(where: isLeaving)
    guard model.flight?.waiters.isEmpty == true else { return }
    if !flight.isPolled {
      model.flight = nil
    } else if case .holding(let problem, let failedAt, _) = flight.phase {
      // A poll is not held for nobody.
      model.flight?.phase = .holding(problem, failedAt: failedAt, until: now)
    }
  }
}
