import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// One method of a protocol, in a type and a file of its own; its profile lists it.
///
/// A method returns its result, returns what the session has to wait for, or throws one problem. It never
/// writes to the client.
@LoopActor
protocol Method {
  /// The name and the parameters; a test compares them with `schema/openrpc.json`.
  var signature: MethodSignature { get }

  /// Whether the method is still served after the session has stopped serving.
  ///
  /// True for methods about calls that still wait, and for the end itself.
  var isServedToTheEnd: Bool { get }

  /// Whether the method means nothing while the configuration is wrong.
  ///
  /// False for methods of the session, and for those that know by themselves what to do without resources.
  var needsConfiguration: Bool { get }

  /// Performs the method.
  ///
  /// - Parameter arguments: The params, already checked against ``signature``.
  func call(_ arguments: Arguments) throws(Problem) -> MethodResult
}

extension Method {
  var isServedToTheEnd: Bool { false }
  var needsConfiguration: Bool { true }
}

/// What a method returns: a result, or a wait for one.
enum MethodResult {
  case result(JSONText)
  /// The result comes later. The session calls `begin` after it has admitted the call.
  case later(Wait, begin: @LoopActor () -> Ticket<JSONText>)
  /// The call lasts as long as the session, and gets this result at its end. Nothing waits for it, so it does not count
  /// among the calls that wait.
  case open(endingWith: JSONText)
}

/// What a call waits for; a refused call reports it, so that it can be tried again.
struct Wait {
  let operation: Operation
  /// The resource that the operation fetches; nil for `retry`.
  let resource: Resource?
}
