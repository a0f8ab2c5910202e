package import JSONRPC
package import Jansson
import Reactor
package import StatusCore

// MARK: Calls of this process

extension Session {
  /// Makes a call for code in this process.
  ///
  /// - Parameter completion: Called once with the outcome.
  package func perform(
    _ call: Call, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) {
    perform(call, respondingAt: .caller(completion))
  }

  /// Reports a problem that was found before there was a call, for code in this process.
  package func perform(
    _ problem: ProtocolProblem, _ completion: @escaping @LoopActor (Result<JSONText, Failure>) -> Void
  ) {
    refuse(problem, .caller(completion))
  }
}
