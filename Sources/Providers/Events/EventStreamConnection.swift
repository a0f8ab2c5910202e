import Reactor
import StatusCore

/// The connection of a live resource to its event stream.
@LoopActor
final class EventStreamConnection: LiveConnection {
  let stream: EventStream
  private let onReport: @LoopActor (EventStream.Report) -> Void
  private var opening: Timer?

  /// Opens the stream, which has to begin within `timeout`.
  init(
    _ stream: EventStream, within timeout: Duration, on timers: TimerQueue,
    _ onReport: @escaping @LoopActor (EventStream.Report) -> Void
  ) throws(Problem) {
    (self.stream, self.onReport) = (stream, onReport)
    try stream.start { self.take($0) }
    opening = timers.schedule(after: timeout) { onReport(.ended(stream.expire())) }
  }

  func close() {
    opening?.cancel()
    stream.close()
  }

  func pause(_ isPaused: Bool) {
    stream.pause(isPaused)
  }

  private func take(_ report: EventStream.Report) {
    opening?.cancel()
    onReport(report)
  }
}

/// A connection that could not even be tried, for want of libcurl for example.
@LoopActor
final class FailedConnection: LiveConnection {
  private var received: (@LoopActor (LiveEvent) -> Void)?

  init(_ problem: Problem, _ received: @escaping @LoopActor (LiveEvent) -> Void) {
    self.received = received
    LoopActor.shared.loop.onNextTurn { self.received?(.lost(problem, pause: nil)) }
  }

  func close() {
    received = nil
  }
}
