import Engine
package import JSONRPC
import Jansson
import Reactor
import StatusCore

extension Server {
  /// The one message to a client for whom there is no session: an error without an id, in its framing.
  ///
  /// - Parameter framing: That of the client.
  package func refusal(beyond limit: Int, framing: Framing) -> [UInt8] {
    var detail = FailureDetail()
    detail.limit = limit
    let problem = Problem(
      .overloaded, detail: detail, retryAfter: .seconds(1),
      explanation: .request(.tooManySessions(limit: limit)))
    let failure = engine.makeFailureBook().record(problem)
    var frames = FrameWriter(framing)
    var bytes: [UInt8] = []
    frames.write { json in
      json.response(to: .null) { $0.errorObject(failure) }
    } to: {
      bytes += $0.array
    } shared: {
      bytes += $0
    }
    return bytes
  }
}
