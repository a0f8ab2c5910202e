package import Reactor
package import StatusCore

/// A source that also delivers values by itself, over a connection that is open while polling is wanted.
///
/// ``Source/fetch(_:_:)`` remains: it is what a caller asks for, and with ``LiveMode/besidePolls`` what polls do.
/// It may come while the connection is open.
@LoopActor
package protocol LiveSource: Source {
  /// Opens the connection; there is one at a time.
  ///
  /// `request` names the value that is kept: a source that can resume behind it does so.
  ///
  /// `received` is called with each event, later and never from within this call, until the connection is closed or
  /// has reported that it is over.
  func open(
    _ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void
  ) -> any LiveConnection
}

/// What comes over the connection to a live source.
package enum LiveEvent: Sendable {
  /// A value, or the problem that there is none now; the connection stays open.
  ///
  /// Of deliveries that come faster than they are decoded, the newest that can be used counts, and what came after it
  /// and cannot be used is its failure. A body is decoded like any other, and a body equal to the one before is not
  /// decoded again.
  case delivered(Result<SourceResponse, Problem>)
  /// The connection is over, and the schedule says when to open another.
  ///
  /// - Parameter pause: The pause that the server asks for, in place of the interval; nil if it asks for none.
  case lost(Problem, pause: Duration?)
  /// The connection is over, and no other is opened until polling is switched on anew.
  case ended
}

/// The open connection to a live source.
@LoopActor
package protocol LiveConnection: AnyObject {
  /// Closes it: nothing more is received. A connection that is over may be closed, too.
  func close()

  /// Has the source send no more for a while, because what it has sent is still being decoded; or lets it go on.
  ///
  /// It is advice: what comes nevertheless is kept beside what waits, up to a limit.
  func pause(_ isPaused: Bool)
}

extension LiveConnection {
  package func pause(_ isPaused: Bool) {}
}
