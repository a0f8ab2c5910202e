import Reactor
import StatusCore

/// An attempt that takes no time: it is made and completed once its caller has returned.
///
/// The loop's next turn does it, not a timer: so it waits for no clock, a manual one included.
@LoopActor
final class LaterCompletion: SourceAttempt {
  private var completion: SourceCompletion?

  init(
    _ completion: @escaping SourceCompletion,
    result: @escaping @LoopActor () -> Result<SourceResponse, Problem>
  ) {
    self.completion = completion
    LoopActor.shared.loop.onNextTurn {
      guard let completion = self.completion else { return }
      self.completion = nil
      completion(result())
    }
  }

  func cancel() {
    completion = nil
  }
}
