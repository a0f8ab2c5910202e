import Reactor
import StatusCore

/// What is known of one resource by the contract alone: its snapshot, its polling, the fetch under way.
@LoopActor
final class ResourceModel {
  let id: ResourceID
  /// What the model calls it.
  let name: String
  let origin: String
  let staleAfter: Duration?

  /// What the fetches that are over have come to.
  var status = ResourceStatus.idle
  var value: ResourceValue?
  var isStale = false
  /// Whether the store has it.
  var isKept = false
  /// When the value becomes stale by itself.
  var staleAt: Duration?
  /// The failure that the snapshot shows.
  var failure: FailureModel?

  /// Who wants it polled, by client.
  var wishes: [Int: (isEnabled: Bool, interval: Duration)] = [:]
  var isPolled = false
  var interval = Duration.seconds(10)
  var consecutiveFailures = 0
  var lastEnd: Duration?
  /// What the server asks for by Retry-After: it counts from its reply, or from when that was reported.
  var floor: Duration?
  /// When the next poll begins; nil while polling is off and while one is under way.
  var next: ClosedRange<Duration>?

  var flight: FlightModel?
  /// When the last fetch began that a caller began, if it has failed.
  var lastFailedCall: Duration?
  var reported: ResourceSnapshot

  init(_ id: ResourceID, origin: String, staleAfter: Duration?) {
    self.id = id
    name = Self.name(of: id)
    self.origin = origin
    self.staleAfter = staleAfter
    reported = ResourceSnapshot(resource: id)
  }

  static func name(of id: ResourceID) -> String {
    ([id.name.rawValue] + (id.arguments?.all.map(\.value) ?? [])).joined(separator: " ")
  }

  /// The params that name it.
  var params: String {
    let arguments = id.arguments.map {
      $0.all.map { #""\#($0.name)":"\#($0.value)""# }.joined(separator: ",")
    }
    return #""resource":"\#(id.name)""# + (arguments.map { #","arguments":{\#($0)}"# } ?? "")
  }

  /// Whether an object of the daemon's names it.
  func isNamed(by object: [String: Any]?) -> Bool {
    let given = object?["arguments"] as? [String: String]
    return object?["resource"] as? String == id.name.rawValue
      && given.map(ResourceArguments.init) == id.arguments
  }

  var revision: Int { reported.revision }

  /// By how much a time may differ that is reported: it is the difference of two that are cut to milliseconds.
  static let grain = Duration.milliseconds(2)
}

// MARK: Polling

extension ResourceModel {
  /// A fetch has ended: with polling on, the next is due an interval later, twice as late with each failure in
  /// a row, at most five minutes, within a tenth.
  func scheduleNext(earliest: Duration = .zero) {
    guard isPolled, let lastEnd else { return }
    var wait = interval
    for _ in 0..<min(consecutiveFailures, 40) where wait < .seconds(300) { wait *= 2 }
    if consecutiveFailures > 0 { wait = max(interval, min(wait, .seconds(300))) }
    var longest = wait * 1.1
    if consecutiveFailures > 0 { longest = min(longest, max(.seconds(300), interval)) }
    let lower = max(lastEnd + wait * 0.9, floor ?? .zero, earliest)
    next = lower...max(lower, lastEnd + longest, floor ?? .zero, earliest)
  }

  /// Whether a poll may begin now: when it is due, or at the end of the fence that kept it waiting.
  func isPollDue(at now: Duration, fenceEnd: Duration?) -> Bool {
    guard isPolled, let next, next.lowerBound - Self.grain <= now else { return false }
    return now <= next.upperBound + Self.grain || now == fenceEnd
  }
}

// MARK: Fetching

extension ResourceModel {
  /// A fetch begins.
  func begin(awaitsStart: Bool, at now: Duration) {
    flight = FlightModel(phase: .attempting(since: now), begun: now, deadline: now, awaitsStart: awaitsStart)
  }

  func beginPoll(awaitsStart: Bool, at now: Duration) {
    begin(awaitsStart: awaitsStart, at: now)
    flight?.joinPoll(at: now)
    if consecutiveFailures > 0 { flight?.maxAttempts = 1 }
    next = nil
  }

  /// A poll that became due while a fetch was under way has joined that.
  func joinPoll(at now: Duration) {
    flight?.joinPoll(at: now)
    next = nil
  }

  /// The fetch under way, if others are notified of it.
  ///
  /// They are when somebody waits, or when there is nothing to show. Behind a fence nothing is fetched.
  var shownFlight: FlightModel? {
    flight.flatMap { !$0.isRefused && (!$0.waiters.isEmpty || (value == nil && failure == nil)) ? $0 : nil }
  }

  var shownStatus: ResourceStatus { shownFlight != nil && value == nil ? .loading : status }

  func succeed(with newValue: ResourceValue?, freshFor: Duration?, at now: Duration) {
    if let newValue { value = newValue }
    (status, isStale, failure, flight, lastFailedCall) = (.loaded, false, nil, nil, nil)
    isKept = true
    staleAt = staleAfter.map { now + $0 }
    sourceResponded(freshFor: freshFor, at: now)
  }

  /// A fetch that was called for and has failed; one whose callers have all left, so that a poll alone waits, is none.
  private func noteCall() {
    if let flight, flight.isCalled, !flight.waiters.isEmpty { lastFailedCall = flight.begun }
  }

  private func sourceResponded(freshFor: Duration?, at now: Duration) {
    consecutiveFailures = 0
    lastEnd = now + min(freshFor ?? .zero, .seconds(3_600))
    floor = nil
    scheduleNext()
  }

  /// A fetch has brought a value that the store has not taken: it is shown, and the failure beside it.
  func fail(
    with failure: FailureModel, showing unkept: (value: ResourceValue?, freshFor: Duration?, at: Duration),
    at now: Duration
  ) {
    noteCall()
    if let newValue = unkept.value { value = newValue }
    (status, isStale, isKept, flight) = (.failed, false, false, nil)
    self.failure = failure
    staleAt = staleAfter.map { unkept.at + $0 }
    sourceResponded(freshFor: unkept.freshFor, at: now)
  }

  /// A fetch failed, or was refused by a fence.
  func fail(with failure: FailureModel, _ problem: Problem, failedAt: Duration, at now: Duration) {
    if let flight, flight.isPolled { consecutiveFailures += 1 }
    noteCall()
    flight = nil
    (status, isStale, staleAt) = (.failed, value != nil, nil)
    self.failure = failure
    lastEnd = now
    floor = problem.retryAfter.map { failedAt + $0 }
    scheduleNext()
  }

  /// Nobody wants to recover from a failure any more: it leaves the snapshot.
  func settle(_ settled: FailureModel) {
    guard failure === settled else { return }
    failure = nil
    status = value == nil ? .idle : .loaded
  }
}
