import JSONRPC
import Jansson
import Reactor
import StatusCore

/// One method of the protocol: one type, one file, and a line in ``Methods/all(_:)``.
///
/// A method returns its result, throws one problem, or returns a ticket that a later event settles. It never
/// writes to the client.
@LoopActor
protocol Method {
  /// Name and parameters; `schema/openrpc.json` says the same, and a test compares them.
  var signature: MethodSignature { get }

  /// Whether a call with these arguments will have to wait, and so counts towards `limits.inFlight`.
  func waits(_ arguments: Arguments) -> Bool

  /// Whether the method is served after `shutdown`: `exit`, and `$/cancelRequest` for what still waits.
  var isServedAfterShutdown: Bool { get }

  func call(_ arguments: Arguments) throws(Problem) -> Reply
}

extension Method {
  func waits(_ arguments: Arguments) -> Bool { false }
  var isServedAfterShutdown: Bool { false }
}

/// What a method has to say at once.
enum Reply {
  case result(JSONText)
  case later(Ticket)
}
