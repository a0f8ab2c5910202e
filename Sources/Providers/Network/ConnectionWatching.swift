package import Reactor

/// Notifies when this machine is connected to a network.
@LoopActor
package protocol ConnectionWatching: AnyObject {
  /// Calls `connected` once, as soon as a way leads out; later than now, even when one does already.
  func whenConnected(_ connected: @escaping @LoopActor () -> Void) -> any ConnectionWait
}

/// Someone who waits for a network.
@LoopActor
package protocol ConnectionWait: AnyObject {
  /// Ends the wait: the call does not come any more.
  func cancel()
}
