package import Reactor
package import StatusCore

/// Told what a source of the location has to say: a position, or why there is none.
package typealias LocationListener = @LoopActor (Result<Position, Problem>) -> Void

/// Where the location comes from: something that is started, and tells until it is stopped.
///
/// It goes on by itself after a failure if that can help. Failures may be told over and over; whoever listens
/// tells them apart.
@LoopActor
package protocol LocationSource: AnyObject {
  /// For logs and `detail.url`: without credentials.
  var address: String { get }

  /// Begins to tell, maybe before this returns; only what is stopped is started.
  func start(_ tell: @escaping LocationListener)

  /// Tells nothing any more, until it is started again; gives back every descriptor and timer.
  func stop()

  /// Someone asks for another try at once, of a source that runs: a position or a failure follows, maybe before
  /// this returns.
  func tryAgain()
}
