import Reactor
import StatusCore

@testable import StatusServer

/// What happens to failures, by the contract.
extension Simulation {
  func retry() {
    let target =
      roll(10) < 7 ? failures.suffix(12).filter { $0.id != nil }.randomElement(using: &random) : nil
    let isWrong = target == nil && roll(2) == 0
    let wrong = pick(["f0", "nonsense", newestFailure > 900 ? "f1" : "f"])
    guard let failure = target ?? newestOpen(), failure.id == nil || isRemembered(failure) else {
      return target == nil && !isWrong ? chooseNothing() : choose(nil, wrong, option: nil)
    }
    let offered = failure.options + ["tryAgain"]
    let option: String? =
      switch roll(10) {
      case ..<7: pick(offered)
      case 7: pick(RecoveryOptionID.allCases.map(\.rawValue))
      default: nil
      }
    if isWrong { return choose(nil, wrong, option: option) }
    choose(failure, target == nil ? nil : failure.id, option: option)
  }

  private func newestOpen() -> FailureModel? { failures.last { $0.state != .settled } }

  /// Only what is certain is asked for: of 256 that are remembered, the model sees most.
  private func isRemembered(_ failure: FailureModel) -> Bool {
    failure.number.map { newestFailure - $0 < 200 } ?? false
  }

  private func chooseNothing() {
    guard failures.isEmpty else { return }
    let id = begin()
    calls[id]?.expected = (.refusal("nothingToRetry"), at: now)
    send("retry", "{}", id: id)
  }

  private func begin() -> Int {
    defer { nextCall += 1 }
    calls[nextCall] = CallModel(method: "retry", admitted: now)
    return nextCall
  }

  private func choose(_ failure: FailureModel?, _ failureID: String?, option: String?) {
    let id = begin()
    if let failure {
      perform(option ?? "tryAgain", of: failure, for: id)
    } else {
      calls[id]?.expected = (.refusal("failureNotFound"), at: now)
    }
    let members = [failureID.map { #""failureId":"\#($0)""# }, option.map { #""optionId":"\#($0)""# }]
    send("retry", "{\(members.compactMap(\.self).joined(separator: ","))}", id: id)
  }

  private func perform(_ option: String, of failure: FailureModel, for id: Int) {
    let isOffered = failure.id == nil ? option == "tryAgain" : failure.options.contains(option)
    let running = recoveries.first { $0.failure === failure }
    if failure.state == .settled {
      calls[id]?.expected = (.refusal("alreadyRecovered"), at: now)
    } else if !isOffered {
      calls[id]?.expected = (.refusal("optionNotFound"), at: now)
    } else if let running, failure.state == .running {
      if running.option == option {
        running.calls.append(id)
      } else {
        calls[id]?.expected = (.refusal("alreadyRecovered"), at: now)
      }
    } else {
      start(option, of: failure, for: id)
    }
  }

  private func start(_ option: String, of failure: FailureModel, for id: Int) {
    switch option {
    case "cancel", "openSettings", "showHelp":
      if option == "cancel" { failure.state = .settled }
      calls[id]?.expected = (.settled(failure, option), at: now)
    case "useLastKnown":
      failure.state = .settled
      calls[id]?.expected = (.recovered(failure, option, failure.resource), at: now)
    case "keepTrying":
      failure.state = .settled
      switchPolling(of: failure.resource, true, interval: nil)
      calls[id]?.expected = (.recovered(failure, option, failure.resource), at: now)
    default: run(option, of: failure, for: id)
    }
  }

  private func run(_ option: String, of failure: FailureModel, for id: Int) {
    failure.state = .running
    let recovery = RecoveryModel(of: failure, by: option, for: id, .waitingForNetwork)
    recoveries.append(recovery)
    switch option {
    case "waitForConnection": networkQueue.append(recovery)
    case "tryLater":
      let passed = milliseconds(now) - milliseconds(failure.occurred)
      let asked = failure.retryAfter ?? .zero
      let left = min(max(asked - .milliseconds(passed), .zero), asked)
      let fenced = (fence(around: failure.resource, at: now)?.end ?? now) - now
      recovery.stage = .waiting(until: now + max(left, fenced))
    default:
      if option == "freeSpace" || option == "buyMoreSpace" { store.refusal = nil }
      fetch(for: recovery, at: now)
    }
  }

  private func milliseconds(_ time: Duration) -> Int64 {
    time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
  }

  /// The failed operation once more.
  func fetch(for recovery: RecoveryModel, at moment: Duration) {
    let waiter = WaiterModel(.recovery(recovery), timeout: recovery.failure.timeout, at: moment)
    recovery.stage = .fetching(waiter)
    fetchRequested(recovery.failure.resource, by: waiter, at: moment)
  }

  func networkIsBack() {
    note("network")
    let waiting = networkQueue
    networkQueue = []
    for recovery in waiting { fetch(for: recovery, at: now) }
    means.networkIsBack()
  }

  /// A recovery has ended: its failure is settled, and all who chose it are told.
  func ended(_ recovery: RecoveryModel, with expected: CallModel.Expected) {
    recovery.failure.state = .settled
    forget(recovery)
    for id in recovery.calls { expect(expected, of: id) }
  }

  private func forget(_ recovery: RecoveryModel) {
    recoveries.removeAll { $0 === recovery }
    networkQueue.removeAll { $0 === recovery }
  }

  /// A call is withdrawn: with its last waiter goes what was only for it.
  func cancel(_ id: Int) {
    calls[id]?.expected = (.refusal("requestCancelled"), at: now)
    for model in models { leave(model) { if case .call(id) = $0.kind { true } else { false } } }
    guard let recovery = recoveries.first(where: { $0.calls.contains(id) }) else { return }
    recovery.calls.removeAll { $0 == id }
    guard recovery.calls.isEmpty else { return }
    forget(recovery)
    if recovery.failure.state == .running { recovery.failure.state = .open }
    if case .fetching(let waiter) = recovery.stage { leave(recovery.failure.resource) { $0 === waiter } }
  }

  private func leave(_ model: ResourceModel, _ isLeaving: (WaiterModel) -> Bool) {
    guard let flight = model.flight, flight.waiters.contains(where: isLeaving) else { return }
    model.flight?.waiters.removeAll(where: isLeaving)
    if model.flight?.waiters.isEmpty == true, !flight.isPolled { model.flight = nil }
  }

  /// Polling is switched on or off.
  func switchPolling(of model: ResourceModel, _ isEnabled: Bool, interval: Duration?) {
    let (wasPolled, hadInterval) = (model.isPolled, model.interval)
    model.isPolled = isEnabled
    model.interval = interval ?? hadInterval
    if !isEnabled {
      model.next = nil
    } else if wasPolled {
      guard model.next != nil, hadInterval != model.interval else { return }
      model.scheduleNext(earliest: now)
      model.toldNext = nil
    } else if model.flight != nil {
      model.joinPoll(at: now...now)
    } else if let fence = fence(around: model, at: now) {
      model.next = fence.end...fence.end
    } else {
      model.beginPoll(awaitsStart: true, at: now)
    }
  }
}

extension RecoveryModel {
  /// Whether it has not come to its fetch yet.
  var isPreparing: Bool {
    if case .fetching = stage { false } else { true }
  }
}
