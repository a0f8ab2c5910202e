import Foundation
import Jansson
import Reactor
import StatusCore

@testable import StatusServer

/// What the daemon shows and says, against what the model knows.
extension Simulation {
  /// Compares everything, at rest.
  func check() {
    for model in models { check(model, resource(of: model).snapshot) }
    for (id, call) in calls {
      if let expected = call.expected {
        expect(expected.at > now, "\(call.method) \(id) is not answered, which was due at \(expected.at)")
      }
    }
  }

  private func check(_ model: ResourceModel, _ snapshot: ResourceSnapshot) {
    let name = model.name
    expect(snapshot.status == model.toldStatus, "\(name) is \(snapshot.status), not \(model.toldStatus)")
    expect(snapshot.value == model.value, "\(name) has another value than its last good one")
    expect(snapshot.isStale == model.isStale, "\(name) is stale: \(snapshot.isStale)")
    expect(snapshot.failure?.id.rawValue == model.failure?.id, "\(name) shows \(snapshot.failure as Any)")
    expect(
      resource(of: model).machine.isFetching == (model.flight != nil), "\(name) fetches, or does not")
    checkFlight(model, snapshot)
    checkPolling(model, snapshot.autoPolling)
    if let failure = snapshot.failure, let known = model.failure { check(failure, known) }
    expect(snapshot.revision == model.toldRevision, "revision \(snapshot.revision) of \(name) is not told")
  }

  private func checkFlight(_ model: ResourceModel, _ snapshot: ResourceSnapshot) {
    let told = model.toldFlight
    expect(snapshot.isFetching == (told != nil), "\(model.name) is fetching: \(snapshot.isFetching)")
    expect(
      snapshot.attempt == told?.attemptNumber && snapshot.maxAttempts == told?.maxAttempts,
      "\(model.name) is at attempt \(snapshot.attempt as Any) of \(snapshot.maxAttempts as Any)")
    guard let flight = model.flight else { return }
    expect(!flight.awaitsStart, "\(model.name) has not been asked")
    expect(flight.attemptNumber <= flight.maxAttempts, "\(model.name) is asked too often")
    if case .waiting(let range) = flight.phase {
      expect(now <= range.upperBound, "\(model.name) is not asked again")
    }
    expect(
      !flight.waiters.contains { $0.timesOutAt.map { $0 <= now } ?? false },
      "somebody waits for \(model.name) beyond their time")
  }

  private func checkPolling(_ model: ResourceModel, _ told: AutoPolling) {
    let name = model.name
    expect(told.isEnabled == model.isPolled && told.interval == model.interval, "\(name) polls by \(told)")
    expect(
      told.consecutiveFailures == model.consecutiveFailures,
      "\(name) has \(told.consecutiveFailures) failures in a row, not \(model.consecutiveFailures)")
    let next = toldNext(of: model)
    model.toldNext = next
    // Behind a fence the poll waits for its end.
    if let next, let fence = fences[model.origin], abs(next, fence.end) <= ResourceModel.grain,
      model.next.map({ $0.lowerBound <= now }) ?? false
    {
      model.next = fence.end...fence.end
    }
    guard let expected = model.next else { return expect(next == nil, "\(name) has a poll too many") }
    guard let next else { return expect(false, "\(name) has no next poll") }
    let grain = ResourceModel.grain
    expect(
      (expected.lowerBound - grain...expected.upperBound + grain).contains(next),
      "\(name) polls at \(next), not within \(expected)")
    expect(next >= now - grain, "the poll of \(name) is overdue")
  }

  private func abs(_ one: Duration, _ other: Duration) -> Duration { max(one - other, other - one) }

  /// A failure as the snapshot has it.
  private func check(_ told: Failure, _ known: FailureModel) {
    let options = told.options.map(\.id)
    expect(told.kind == known.kind, "\(told.id) is of kind \(told.kind), not \(known.kind)")
    expect(told.presentation == known.presentation, "\(told.id) is \(told.presentation)")
    expect(told.previousFailureID?.rawValue == known.previous?.id, "\(told.id) follows the wrong failure")
    // Of polls that fail in the same way the first is told.
    expect(
      told.presentation == .silent || told.attempts.map(\.kind) == known.attempts,
      "\(told.id) has \(told.attempts)")
    expect(told.attempts.count <= 3, "\(told.id) has \(told.attempts.count) attempts")
    expect(options.first == .cancel, "\(told.id) does not offer cancel first")
    expect(options.contains(.tryLater) == (told.isRetrySafe && told.retryAfter != nil), "\(options)")
  }
}
