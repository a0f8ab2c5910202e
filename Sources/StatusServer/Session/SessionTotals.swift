import OrderedCollections
import Reactor

/// The counters of every session of a process added up, those of sessions that have ended too.
@LoopActor
final class SessionTotals {
  private var open: [Statistics] = []
  private var ended = SessionCounters()

  /// The number of sessions that are open.
  var sessions: Int { open.count }

  /// The counters now.
  var counters: SessionCounters {
    var total = ended
    for statistics in open { total.add(statistics.counters) }
    return total
  }

  func opened(_ statistics: Statistics) {
    open.append(statistics)
  }

  /// The counters of a session that has ended stay in the totals: a counter never falls.
  func ended(_ statistics: Statistics) {
    guard let index = open.firstIndex(where: { $0 === statistics }) else { return }
    open.remove(at: index)
    var last = statistics.counters
    (last.inFlight, last.backlog) = (0, 0)
    ended.add(last)
  }
}

/// What is counted of one session, or of several.
struct SessionCounters {
  var (admitted, answered, cancelled, refused) = (0, 0, 0, 0)
  var inFlight = 0
  /// The most that waited in one session.
  var inFlightHighWater = 0
  /// The notifications that were sent, by their methods.
  var notifications: OrderedDictionary<String, Int> = [:]
  var notificationsCoalesced = 0
  var (messagesReceived, bytesReceived, bytesSent) = (0, 0, 0)
  var backlog = 0
  /// The most that waited in one session.
  var backlogHighWater = 0
  var stalls = 0
  /// Nil if no session is recorded.
  var traceDropped: Int?

  mutating func add(_ other: SessionCounters) {
    admitted += other.admitted
    answered += other.answered
    cancelled += other.cancelled
    refused += other.refused
    inFlight += other.inFlight
    inFlightHighWater = max(inFlightHighWater, other.inFlightHighWater)
    notifications.merge(other.notifications, uniquingKeysWith: +)
    notificationsCoalesced += other.notificationsCoalesced
    messagesReceived += other.messagesReceived
    bytesReceived += other.bytesReceived
    bytesSent += other.bytesSent
    backlog += other.backlog
    backlogHighWater = max(backlogHighWater, other.backlogHighWater)
    stalls += other.stalls
    if let dropped = other.traceDropped { traceDropped = (traceDropped ?? 0) + dropped }
  }
}
