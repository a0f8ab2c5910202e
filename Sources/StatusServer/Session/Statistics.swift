import Reactor

/// What has been counted of one session since its start; `stats` reports it.
@LoopActor
final class Statistics {
  /// Requests that a method was asked for.
  var admitted = 0
  /// Answers to admitted requests, of either kind.
  var answered = 0
  /// Those among them that were `requestCancelled`.
  var cancelled = 0
  /// Messages that were answered with an error and never reached a method.
  var refused = 0
  /// Calls that wait for their answer.
  var inFlight = 0 {
    didSet { inFlightHighWater = max(inFlightHighWater, inFlight) }
  }
  private(set) var inFlightHighWater = 0

  var notificationsSent = 0
  /// Notifications that were left out because a newer one said it all.
  var notificationsCoalesced = 0

  var bytesReceived = 0
  var messagesReceived = 0
  var bytesSent = 0
  /// Output that waits for its reader, in bytes.
  var backlog = 0 {
    didSet { backlogHighWater = max(backlogHighWater, backlog) }
  }
  private(set) var backlogHighWater = 0
  /// How often the output did not move for as long as `limits.outputStall`.
  var stalls = 0

  private let start: Instant
  private let timers: TimerQueue
  private let droppedLogLines: @Sendable () -> Int

  /// - Parameters:
  ///   - timers: Real time.
  ///   - droppedLogLines: Log lines that were never written, because nobody reads standard error.
  init(timers: TimerQueue, droppedLogLines: @escaping @Sendable () -> Int) {
    self.timers = timers
    self.droppedLogLines = droppedLogLines
    start = timers.now
  }

  var uptime: Duration { timers.now - start }
  var logDropped: Int { droppedLogLines() }
}
