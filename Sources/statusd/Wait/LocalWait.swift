import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer

/// A wait in this process.
///
/// The call goes through a session, so it means the same as a request.
@LoopActor
final class LocalWait: WaitSource {
  private let server: Server
  private let session: Session
  /// nil for the location, which no wait is for.
  private let resource: Resource?
  private let owner = Owner("wait")

  init(_ resource: Resource?, of server: Server, on loop: EventLoop) {
    (self.server, self.resource) = (server, resource)
    // Notifications have no reader.
    session = Session(server, timers: loop.timers) { _ in }
  }

  var snapshot: ResourceSnapshot? { resource?.snapshot }
  var nextLookAt: Timestamp? { resource?.nextPollAt }
  var now: Moment { server.engine.now }
  var timers: TimerQueue { server.engine.timers }

  func wait(_ params: JSONText, _ onEnd: @escaping @LoopActor (JSONText?, Failure?, JSONText?) -> Void) {
    let ended: @LoopActor (Result<JSONText, Failure>) -> Void = { outcome in
      switch outcome {
      case .success(let result): onEnd(result, nil, nil)
      case .failure(let failure): onEnd(nil, failure, nil)
      }
    }
    do throws(ProtocolProblem) {
      let call = try Call(
        "waitFor", params: params.bytes, budget: server.engine.configuration.initial.limits.budget)
      session.perform(call, ended)
    } catch {
      session.perform(error, ended)
    }
  }

  func observe(_ onChange: @escaping @LoopActor () -> Void) {
    server.engine.observe(owner) { _ in onChange() }
  }
  func forget() { server.engine.forget(owner) }
  func close() { server.engine.close(within: WaitGuest.patienceForStore) }
}
