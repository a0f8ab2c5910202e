import OrderedCollections
import Reactor

/// The counters of every session of a process added up, those of sessions that have ended too.
@LoopActor
final class SessionTotals {
  private var open: [ObjectIdentifier: Statistics] = [:]
  private var ended = SessionCounters()
  /// The most sessions that were ever open, and all that there were.
  private(set) var (sessionsHighWater, sessionsTotal) = (0, 0)
  /// Calls that wait in all sessions.
  private(set) var inFlight = 0
  /// Bytes that wait for their readers in all sessions.
  private(set) var backlog = 0

  /// Those of them that no session shares with another.
  private var ownBacklog = 0
  /// `shared.outputBytes`; nil for a process with one client, which has limits of its own.
  private let outputLimit: Int?
  /// The sessions that have something to write when there is room again.
  private var held: [ObjectIdentifier: LoopHook] = [:]

  init(outputLimit: Int?) {
    self.outputLimit = outputLimit
  }

  /// Whether the memory of what waits for the readers of all sessions is used up.
  var isOutputFull: Bool {
    guard let outputLimit else { return false }
    return ownBacklog + OutputStream.sharedBytes >= outputLimit
  }

  /// Has a session look again when there is room.
  func hold(_ endOfTurn: LoopHook) { held[ObjectIdentifier(endOfTurn)] = endOfTurn }

  private func release() {
    let released = held
    held = [:]
    for hook in released.values { hook.mark() }
  }

  /// The number of sessions that are open.
  var sessions: Int { open.count }

  /// The counters now.
  var counters: SessionCounters {
    var total = ended
    for statistics in open.values { total.add(statistics.counters) }
    return total
  }

  func opened(_ statistics: Statistics) {
    open[ObjectIdentifier(statistics)] = statistics
    statistics.join(self)
    sessionsTotal += 1
    sessionsHighWater = max(sessionsHighWater, open.count)
  }

  /// So many more calls wait, or fewer.
  func noteInFlight(_ difference: Int) { inFlight += difference }

  /// So many more bytes wait, or fewer.
  func noteBacklog(_ difference: Int, own: Int) {
    backlog += difference
    ownBacklog += own
    if !held.isEmpty, !isOutputFull { release() }
  }

  /// The counters of a session that has ended stay in the totals: a counter never falls.
  func ended(_ statistics: Statistics) {
    guard open.removeValue(forKey: ObjectIdentifier(statistics)) != nil else { return }
    var last = statistics.counters
    statistics.leaveTotals()
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
