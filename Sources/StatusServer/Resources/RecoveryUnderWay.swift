import Jansson
import Reactor
import StatusCore

/// A recovery option being performed.
@LoopActor
protocol RecoveryUnderWay: AnyObject {
  var failure: Failure { get }
  var option: RecoveryOptionID { get }

  /// Performs the option; `ended` is called once, maybe before this returns, unless it is cancelled first.
  func start(_ ended: @escaping Recovery.Completion)

  /// Nobody waits for it any more.
  func cancel()

  /// A resource has succeeded, which may be all that this was waiting for.
  func resourceSucceeded(_ succeeded: Resource)
}

extension RecoveryUnderWay {
  func resourceSucceeded(_ succeeded: Resource) {}
}
