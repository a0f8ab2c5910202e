package import Reactor
package import StatusCore

/// Called with each position of a source, or with the problem that there is none.
package typealias LocationListener = @LoopActor (Result<Position, Problem>) -> Void

/// Where the location comes from: it is started, and reports until it is stopped.
///
/// It goes on by itself after a failure where that can help. It may report the same failure again and again; the
/// listener compares.
@LoopActor
package protocol LocationSource: AnyObject {
  /// For logs and `detail.url`: without credentials.
  var address: String { get }

  /// Begins to report, maybe before this returns. Only a stopped source is started.
  func start(_ listener: @escaping LocationListener)

  /// Ends all reports until the next start, and gives back every descriptor and timer.
  func stop()

  /// Tries again at once. The source is running; a position or a failure follows, maybe before this returns.
  func tryAgain()
}
