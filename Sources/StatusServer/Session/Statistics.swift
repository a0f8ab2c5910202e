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

  var notificationsSent = 0
  /// Notifications that were replaced by a newer one.
  var notificationsCoalesced = 0

  var bytesReceived = 0
  var messagesReceived = 0
  var bytesSent = 0
  /// The bytes of output that wait for their reader.
  private(set) var backlog = 0
  private(set) var backlogHighWater = 0
  /// How often output was blocked for `limits.outputStall`.
  var stalls = 0

  private let start: Instant
  private let timers: TimerQueue
  private let droppedLogLines: @Sendable () -> Int

  /// - Parameters:
  ///   - timers: The timers of real time.
  ///   - droppedLogLines: The number of log lines that were dropped because nobody reads standard error.
  init(timers: TimerQueue, droppedLogLines: @escaping @Sendable () -> Int) {
    self.timers = timers
    self.droppedLogLines = droppedLogLines
    start = timers.now
  }

  func noteBacklog(_ bytes: Int) {
    backlog = bytes
    if bytes > backlogHighWater { backlogHighWater = bytes }
  }

  var uptime: Duration { timers.now - start }
  var logDropped: Int { droppedLogLines() }
}
