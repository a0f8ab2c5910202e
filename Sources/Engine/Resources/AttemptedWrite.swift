import Providers
import Reactor
import StatusCore

/// The last part of an attempt whose value is being written to a store that has failed before.
@LoopActor
final class AttemptedWrite: SourceAttempt {
  private let write: PendingWrite

  /// - Parameter completion: Called once, unless the attempt ends before.
  init(_ write: PendingWrite, _ completion: @escaping @LoopActor (Problem?) -> Void) {
    self.write = write
    write.onEnd(completion)
  }

  func cancel() {
    write.cancel()
  }

  func expire() -> Problem {
    cancel()
    return write.slowness
  }
}
