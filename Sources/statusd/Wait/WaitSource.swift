import Jansson
import Reactor
import StatusCore

/// Where `wait` waits: in this process, or in a daemon that others share.
@LoopActor
protocol WaitSource: AnyObject {
  /// What is there now; nil if nothing is known yet.
  var snapshot: ResourceSnapshot? { get }
  /// When the next look is; nil if the source delivers by itself.
  var nextLookAt: Timestamp? { get }
  /// The present moment, on the clock of the engine.
  var now: Moment { get }
  var timers: TimerQueue { get }

  /// Calls `waitFor` with these params.
  ///
  /// - Parameter onEnd: Called once, with the result, or with a failure and its error object if another process has
  ///   written one.
  func wait(_ params: JSONText, _ onEnd: @escaping @LoopActor (JSONText?, Failure?, JSONText?) -> Void)

  /// Calls `onChange` when what is there may be something else, until ``forget()``.
  func observe(_ onChange: @escaping @LoopActor () -> Void)
  func forget()
  func close()
}
