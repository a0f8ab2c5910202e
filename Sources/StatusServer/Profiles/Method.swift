import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// One method of a protocol: one type, one file, and a line in its profile.
///
/// A method returns its result, throws one problem, or returns what has to be waited for. It never writes to
/// the client.
@LoopActor
protocol Method {
  /// Name and parameters; `schema/openrpc.json` says the same, and a test compares them.
  var signature: MethodSignature { get }

  /// Whether the method is served when the session has stopped serving: for what is about calls that still
  /// wait, or about the end.
  var isServedToTheEnd: Bool { get }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult
}

extension Method {
  var isServedToTheEnd: Bool { false }
}

/// What a method has to say at once.
enum MethodResult {
  case result(JSONText)
  /// It has to wait: `begin` starts that, and is called by the session once it has admitted the call.
  case later(Wait, begin: @LoopActor () -> Ticket<JSONText>)
}

/// What a call waits for: enough to report it, and to try it again, when it could not be admitted.
struct Wait {
  let operation: Operation
  /// The resource that the operation fetches; nil for the choice of a recovery.
  let resource: Resource?
}
