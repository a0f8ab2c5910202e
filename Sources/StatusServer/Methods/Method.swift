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

  /// What a call with these arguments will have to wait for, and so counts towards `limits.inFlight`; nil for
  /// one that is answered at once.
  func wait(_ arguments: Arguments) -> Wait?

  /// Whether the method is served after `shutdown`: `exit`, and `$/cancelRequest` for what still waits.
  var isServedAfterShutdown: Bool { get }

  func call(_ arguments: Arguments) throws(Problem) -> Reply
}

extension Method {
  func wait(_ arguments: Arguments) -> Wait? { nil }
  var isServedAfterShutdown: Bool { false }
}

/// What a call waits for: enough to tell of it, and to try it again, when it could not be admitted.
struct Wait {
  let operation: Operation
  /// The resource that the operation fetches; nil for the choice of a recovery.
  let resource: ResourceName?
}

/// What a method has to say at once.
enum Reply {
  case result(JSONText)
  case later(Ticket)
}
