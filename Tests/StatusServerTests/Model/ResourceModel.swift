import Reactor
import StatusCore

/// What is known of one resource by the contract alone: its snapshot, its polling, the fetch under way.
@LoopActor
final class ResourceModel {
  let name: ResourceName
  let origin: String
  let staleAfter: Duration?

  /// What the fetches that are over have come to.
  var status = ResourceStatus.idle
  var value: ResourceValue?
  var isStale = false
  /// When the value becomes stale by itself.
  var staleAt: Duration?
  /// The failure that the snapshot shows.
  var failure: FailureModel?
  /// What the last poll failed with, while nothing else has happened since.
  var standing: Problem?

  var isPolled = false
  var interval = Duration.seconds(10)
  var consecutiveFailures = 0
  var lastEnd: ClosedRange<Duration>?
  var floor: Duration?
  /// When the next poll begins; nil while polling is off and while one is under way.
  var next: ClosedRange<Duration>?
  /// `nextPollAt` as it was told last.
  var toldNext: Duration?

  var flight: FlightModel?
  var revision = 0
  var toldRevision = 0

  init(_ name: ResourceName, origin: String, staleAfter: Duration?) {
    self.name = name
    self.origin = origin
    self.staleAfter = staleAfter
  }

  /// By how much a time may differ that is told: it is the difference of two that are cut to milliseconds.
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
    let lower = max(lastEnd.lowerBound + wait * 0.9, floor ?? .zero, earliest)
    toldNext = nil
    next = lower...max(lower, max(lastEnd.upperBound + longest, floor ?? .zero, earliest))
  }

  /// Whether a poll may begin now: when it is due, or at the end of the fence that kept it waiting.
  func isPollDue(at now: Duration, fenceEnd: Duration?) -> Bool {
    guard isPolled, let next, next.lowerBound - Self.grain <= now else { return false }
    return now <= next.upperBound + Self.grain || now == fenceEnd
  }

  /// A poll that became due while a fetch was under way has joined that.
  func joinPoll(at moment: ClosedRange<Duration>) {
    flight?.isPolled = true
    flight?.extend(to: moment.lowerBound + .seconds(30)...moment.upperBound + .seconds(30))
    next = nil
  }
}

// MARK: Fetching

extension ResourceModel {
  /// A fetch begins.
  func begin(deadline: Duration, awaitsStart: Bool, at now: Duration) {
    flight = FlightModel(
      phase: .attempting(since: now), deadline: deadline...deadline, awaitsStart: awaitsStart)
  }

  func beginPoll(awaitsStart: Bool, at now: Duration) {
    begin(deadline: now + .seconds(30), awaitsStart: awaitsStart, at: now)
    flight?.isPolled = true
    if consecutiveFailures > 0 { flight?.maxAttempts = 1 }
    next = nil
  }

  /// The fetch under way, if others are told of it: somebody waits, or there is nothing to show.
  var toldFlight: FlightModel? {
    flight.flatMap { !$0.waiters.isEmpty || (value == nil && failure == nil) ? $0 : nil }
  }

  var toldStatus: ResourceStatus { toldFlight != nil && value == nil ? .loading : status }

  func succeed(with newValue: ResourceValue?, freshFor: Duration?, at now: Duration) {
    if let newValue { value = newValue }
    (status, isStale, failure, standing, flight) = (.loaded, false, nil, nil, nil)
    staleAt = staleAfter.map { now + $0 }
    consecutiveFailures = 0
    let end = now + min(freshFor ?? .zero, .seconds(3_600))
    lastEnd = end...end
    floor = nil
    scheduleNext()
  }

  /// A fetch failed, or was refused by a fence.
  func fail(with failure: FailureModel, retryAfter: Duration?, at moment: ClosedRange<Duration>) {
    let wasPolled = flight?.isPolled ?? false
    flight = nil
    (status, isStale, staleAt) = (.failed, value != nil, nil)
    self.failure = failure
    if wasPolled { consecutiveFailures += 1 }
    lastEnd = moment
    floor = retryAfter.map { moment.upperBound + $0 }
    scheduleNext()
  }
}
