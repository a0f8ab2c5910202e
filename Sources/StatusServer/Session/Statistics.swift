import Engine
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
    didSet { inFlightHighWater = max(inFlightHighWater, inFlight) }
  }
  private(set) var inFlightHighWater = 0

  /// Notifications of the state of a resource, and of the location.
  private(set) var (resourceNotifications, locationNotifications) = (0, 0)
  var notificationsSent: Int { resourceNotifications + locationNotifications }
  /// Notifications that were replaced by a newer one.
  private(set) var notificationsCoalesced = 0

  private(set) var bytesReceived = 0
  private(set) var messagesReceived = 0
  var bytesSent = 0
  /// The bytes of output that wait for their reader.
  private(set) var backlog = 0
  private(set) var backlogHighWater = 0
  /// How often output was blocked for `limits.outputStall`.
  var stalls = 0

  private let start: Instant
  private let timers: TimerQueue
  private let options: SessionOptions

  /// - Parameter timers: The timers of real time.
  init(timers: TimerQueue, _ options: SessionOptions) {
    self.timers = timers
    self.options = options
    start = timers.now
  }

  func noteNotification(of change: Change, coalesced: Int) {
    switch change {
    case .resource: resourceNotifications += 1
    case .location: locationNotifications += 1
    }
    notificationsCoalesced += coalesced
  }

  func noteReceived(_ bytes: Int) { bytesReceived += bytes }

  func noteMessage() { messagesReceived += 1 }

  func noteBacklog(_ bytes: Int) {
    backlog = bytes
    if bytes > backlogHighWater { backlogHighWater = bytes }
  }

  var uptime: Duration { timers.now - start }
  var logDropped: Int { options.droppedLogLines() }
  /// Lines of the recorded session that are missing; nil if nothing records it.
  var traceDropped: Int? { options.trace?.dropped }
}
