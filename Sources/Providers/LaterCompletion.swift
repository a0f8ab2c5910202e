import Reactor
import StatusCore

/// An attempt that takes no time: it is made and told as soon as the caller is done.
///
/// A job of the loop does it, not a timer: so it waits for no clock, a manual one included.
@LoopActor
final class LaterCompletion: SourceAttempt {
  private var completion: SourceCompletion?

  init(
    _ completion: @escaping SourceCompletion,
    result: @escaping @LoopActor () -> Result<SourceReply, Problem>
  ) {
    self.completion = completion
    // The preference keeps every enqueue on the loop's own thread. The task ends on the loop's next turn.
    Task(executorPreference: LoopActor.shared.loop) { @LoopActor in
      guard let completion = self.completion else { return }
      self.completion = nil
      completion(result())
    }
  }

  func cancel() {
    completion = nil
  }
}
