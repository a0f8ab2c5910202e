import Foundation
import Jansson
import Reactor
import StatusCore

@testable import Engine
@testable import StatusServer

/// What the daemon shows, against what the model knows.
extension Simulation {
  /// Compares everything, at rest.
  func check() {
    for model in models { check(model, resource(of: model).snapshot) }
    for (id, call) in calls {
      if let expected = call.expected {
        expect(false, "\(call.method) \(id) is not answered, which was due at \(expected.at)")
      }
    }
  }

  private func check(_ model: ResourceModel, _ snapshot: ResourceSnapshot) {
    let name = model.name
    expect(snapshot.status == model.shownStatus, "\(name) is \(snapshot.status), not \(model.shownStatus)")
    expect(snapshot.value == model.value, "\(name) has another value than its last good one")
    expect(snapshot.isStale == model.isStale, "\(name) is stale: \(snapshot.isStale)")
    expect(snapshot.failure?.id.rawValue == model.failure?.id, "\(name) shows \(snapshot.failure as Any)")
    expect(
      (snapshot.failure == nil) == (model.failure == nil), "\(name) shows a failure, or does not")
    expect(
      resource(of: model).machine.isFetching == (model.flight != nil), "\(name) fetches, or does not")
    checkFlight(model, snapshot)
    checkPolling(model, snapshot.autoPolling)
    if let failure = snapshot.failure, let known = model.failure { check(failure, known) }
    expect(snapshot.revision == model.revision, "revision \(snapshot.revision) of \(name) is not reported")
    for client in clients {
      expect(
        client.notified[model.id] == model.revision,
        "\(client.number) is not notified of revision \(model.revision) of \(name)")
    }
  }

  private func checkFlight(_ model: ResourceModel, _ snapshot: ResourceSnapshot) {
    let shown = model.shownFlight
    expect(snapshot.isFetching == (shown != nil), "\(model.name) is fetching: \(snapshot.isFetching)")
    expect(
      snapshot.attempt == shown?.attemptNumber && snapshot.maxAttempts == shown?.maxAttempts,
      "\(model.name) is at attempt \(snapshot.attempt as Any) of \(snapshot.maxAttempts as Any)")
    guard let flight = model.flight else { return }
    expect(!flight.awaitsStart, "\(model.name) has not been asked")
    expect(flight.attemptNumber <= flight.maxAttempts, "\(model.name) is asked too often")
    switch flight.phase {
    case .waiting(let range): expect(now <= range.upperBound, "\(model.name) is not asked again")
    case .holding(_, _, let until): expect(now < until, "the failure of \(model.name) is held too long")
    case .attempting, .undecided: break
    }
    expect(
      flight.nextTimeout.map { $0.date > now } ?? true, "somebody waits for \(model.name) beyond their time")
  }

  private func checkPolling(_ model: ResourceModel, _ reported: AutoPolling) {
    let name = model.name
    expect(
      reported.isEnabled == model.isPolled && reported.interval == model.interval,
      "\(name) polls by \(reported), not \(model.isPolled) every \(model.interval)")
    expect(
      reported.consecutiveFailures == model.consecutiveFailures,
      "\(name) has \(reported.consecutiveFailures) failures in a row, not \(model.consecutiveFailures)")
    let next = reportedNext(of: model)
    let grain = ResourceModel.grain
    // Behind a fence the poll waits for its end.
    if let next, let fence = fences[model.origin], max(next - fence.end, fence.end - next) <= grain,
      model.next.map({ $0.lowerBound <= now }) ?? false
    {
      model.next = fence.end...fence.end
    }
    guard let expected = model.next else { return expect(next == nil, "\(name) has a poll too many") }
    guard let next else { return expect(false, "\(name) has no next poll") }
    expect(
      (expected.lowerBound - grain...expected.upperBound + grain).contains(next),
      "\(name) polls at \(next), not within \(expected)")
    expect(next >= now - grain, "the poll of \(name) is overdue")
  }

  /// A failure as the snapshot has it.
  private func check(_ shown: Failure, _ known: FailureModel) {
    expect(shown.kind == known.kind, "\(shown.id) is of kind \(shown.kind), not \(known.kind)")
    expect(shown.presentation == known.presentation, "\(shown.id) is \(shown.presentation)")
    expect(
      shown.operation?.method == known.origin.operation, "\(shown.id) is of \(shown.operation as Any)")
    expect(
      shown.previousFailureID?.rawValue == known.origin.previous?.id, "\(shown.id) follows the wrong failure")
    // Of polls that fail in the same way the first is reported.
    expect(
      known.origin.operation == "autoPoll" || shown.attempts.map(\.kind) == known.origin.attempts,
      "\(shown.id) has \(shown.attempts)")
    expect(shown.attempts.count <= 3, "\(shown.id) has \(shown.attempts.count) attempts")
    expect(known.state != .settled, "\(shown.id) is settled and shown")
    checkOptions(shown.options.map(\.id.rawValue), of: known)
  }

  /// What is offered, in a snapshot or an error, is what `retry` performs.
  func checkOptions(_ options: [String], of failure: FailureModel) {
    if failure.hasSettings == nil { learn(failure, options) }
    let running = recoveries.first { $0.failure === failure }?.option
    let expected = rules.offered(failure, during: running)
    expect(options == expected, "\(failure.id ?? "?") offers \(options), not \(expected)")
  }
}

// MARK: The end

extension Simulation {
  /// The input ends: whatever waits is answered within the time to drain, once each.
  func drain() {
    isDraining = true
    for client in clients { client.session.inputEnded() }
    endTurn()
    advance(by: .seconds(11))
    endTurn()
    isDraining = false
    expect(responsesToNobody == 0, "at the end there were responses to nobody")
    expect(calls.isEmpty, "never answered: \(calls.keys.sorted())")
    expect(clients.allSatisfy(\.isEnded), "a session goes on")
  }
}
