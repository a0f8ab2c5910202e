import Reactor
import StatusCore

/// A recovery option being performed.
@LoopActor
protocol Recovery: AnyObject {
  typealias Completion = @LoopActor (Result<RecoveryResult.Value, Failure>) -> Void

  /// Performs the option.
  ///
  /// `onEnd` is called once, on a later turn, unless the recovery is cancelled first.
  func begin(_ onEnd: @escaping Completion)

  /// Nobody waits for it any more.
  func cancel()

  /// The resource has succeeded, which may be all that this was waiting for.
  func resourceSucceeded()
}
