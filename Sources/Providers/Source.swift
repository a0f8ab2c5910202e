package import Reactor
package import StatusCore

/// What one attempt brought.
package enum SourceReply: Sendable {
  /// JSON text, not yet decoded.
  case body([UInt8])
  /// A value of a source that is built in.
  case value(ResourceValue)
  /// What was fetched last is still what there is.
  case notModified
}

/// Told how an attempt ended.
package typealias SourceCompletion = @LoopActor (Result<SourceReply, Problem>) -> Void

/// Where a resource's value comes from.
@LoopActor
package protocol Source: AnyObject {
  /// For logs and `detail.url`: without credentials and query values.
  var address: String { get }

  /// Starts one attempt.
  ///
  /// `completion` is called once and later, never from within this call, unless the attempt is cancelled
  /// before.
  func fetch(_ completion: @escaping SourceCompletion) -> any SourceAttempt
}

/// One attempt under way.
@LoopActor
package protocol SourceAttempt: AnyObject {
  /// Ends the attempt: its completion is not called any more.
  func cancel()
}
