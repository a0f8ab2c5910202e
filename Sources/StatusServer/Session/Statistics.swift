import Engine
import OrderedCollections
import Reactor

/// The counters of one session since its start, which `stats` reports.
@LoopActor
final class Statistics {
  /// Requests that reached a method.
  var admitted = 0
  /// Responses to admitted requests, results and errors.
  var answered = 0
  /// Responses with `requestCancelled`, which count as answered too.
  var cancelled = 0
  /// Messages that got an error and never reached a method.
  var refused = 0
  /// Calls that wait for their responses.
  var inFlight = 0 {
    didSet {
      inFlightHighWater = max(inFlightHighWater, inFlight)
      totals?.noteInFlight(inFlight - oldValue)
    }
  }
  private(set) var inFlightHighWater = 0

  /// Notifications of the state of a resource, of the location, and of attempts.
  private(set) var (resourceNotifications, locationNotifications, attemptNotifications) = (0, 0, 0)
  /// Notifications of the difference of a screen.
  private(set) var screenNotifications = 0
  var notificationsSent: Int {
    resourceNotifications + locationNotifications + attemptNotifications + screenNotifications
  }
  /// Notifications that were replaced by a newer one.
  private(set) var notificationsCoalesced = 0

  private(set) var bytesReceived = 0
  private(set) var messagesReceived = 0
  var bytesSent = 0
  /// The bytes of output that wait for their reader.
  private(set) var backlog = 0
  private var ownBacklog = 0
  private(set) var backlogHighWater = 0
  /// How often output was blocked for `limits.outputStall`.
  var stalls = 0

  private let start: Instant
  private let timers: TimerQueue
  private let options: SessionOptions
  private let methods: NotificationMethods
  /// What is counted for all sessions; nil once this one has ended.
  private var totals: SessionTotals?

  /// - Parameters:
  ///   - timers: The timers of real time.
  ///   - methods: What the profile calls its notifications.
  init(
    timers: TimerQueue, _ options: SessionOptions, _ methods: NotificationMethods,
    in totals: SessionTotals? = nil
  ) {
    self.totals = totals
    self.timers = timers
    self.options = options
    self.methods = methods
    start = timers.now
  }

  func noteNotification(of change: Change, coalesced: Int) {
    switch change {
    case .resource: resourceNotifications += 1
    case .location: locationNotifications += 1
    case .attempt: attemptNotifications += 1
    }
    notificationsCoalesced += coalesced
  }

  func noteScreenNotification(coalesced: Int) {
    screenNotifications += 1
    notificationsCoalesced += coalesced
  }

  func noteReceived(_ bytes: Int) { bytesReceived += bytes }

  func noteMessage() { messagesReceived += 1 }

  /// - Parameter own: Those of the bytes that no other session shares.
  func noteBacklog(_ bytes: Int, own: Int) {
    if bytes != backlog || own != ownBacklog { totals?.noteBacklog(bytes - backlog, own: own - ownBacklog) }
    (backlog, ownBacklog) = (bytes, own)
    if bytes > backlogHighWater { backlogHighWater = bytes }
  }

  /// Its session is one of these from now on.
  func join(_ totals: SessionTotals) {
    guard self.totals !== totals else { return }
    self.totals = totals
    totals.noteInFlight(inFlight)
    totals.noteBacklog(backlog, own: ownBacklog)
  }

  /// Nothing of an ended session waits.
  func leaveTotals() {
    totals?.noteInFlight(-inFlight)
    totals?.noteBacklog(-backlog, own: -ownBacklog)
    totals = nil
  }

  var uptime: Duration { timers.now - start }
  /// Lines of the recorded session that are missing; nil if nothing records it.
  var traceDropped: Int? { options.trace?.dropped }
}

extension Statistics {
  /// What is counted so far.
  var counters: SessionCounters {
    var counters = SessionCounters()
    (counters.admitted, counters.answered) = (admitted, answered)
    (counters.cancelled, counters.refused) = (cancelled, refused)
    (counters.inFlight, counters.inFlightHighWater) = (inFlight, inFlightHighWater)
    counters.notifications = OrderedDictionary(
      uniqueKeysWithValues: notifications.map { ($0.method, $0.count) })
    counters.notificationsCoalesced = notificationsCoalesced
    (counters.messagesReceived, counters.bytesReceived) = (messagesReceived, bytesReceived)
    counters.bytesSent = bytesSent
    (counters.backlog, counters.backlogHighWater) = (backlog, backlogHighWater)
    (counters.stalls, counters.traceDropped) = (stalls, traceDropped)
    return counters
  }

  /// The notifications that were sent, by their methods.
  var notifications: [(method: String, count: Int)] {
    var counts = [(method: methods.resource, count: resourceNotifications)]
    counts.reserveCapacity(4)
    // A protocol may have one notification for both.
    if methods.location == methods.resource {
      counts[0].count += locationNotifications
    } else {
      counts.append((methods.location, locationNotifications))
    }
    if let attempt = methods.attempt { counts.append((attempt, attemptNotifications)) }
    if let screen = methods.screen { counts.append((screen, screenNotifications)) }
    return counts
  }
}
