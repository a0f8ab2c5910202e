import Reactor
import StatusCore

/// What `watch` watches: a resource or the location, in this process or in a daemon that others share.
@LoopActor
protocol WatchSource: AnyObject {
  var state: WatchedState { get }
  /// The present moment, on the clock of the engine.
  var now: Moment { get }
  var timers: TimerQueue { get }

  /// Polls it from now on, or follows it, until the end.
  ///
  /// - Parameters:
  ///   - interval: nil for the configured one.
  ///   - onChange: Called when the state may be another one.
  func begin(every interval: Duration?, _ onChange: @escaping @LoopActor () -> Void)

  /// Fetches it, or performs an option of its failure.
  func press(_ failure: Failure?, _ option: RecoveryOption?)

  /// Switches polling to the other of what is shown.
  func switchPolling()

  func close()
}
