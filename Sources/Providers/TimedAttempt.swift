import Reactor

/// An attempt that ends when a timer fires.
@LoopActor
final class TimedAttempt: SourceAttempt {
  private let timer: Timer

  init(timer: Timer) {
    self.timer = timer
  }

  func cancel() {
    timer.cancel()
  }
}
