import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer

/// The guest of `statusd call`: makes one call and ends.
///
/// The call goes through a session, so it means the same as a request.
@LoopActor
final class CallGuest: Guest {
  private let host: Host
  private let server: Server
  private let session: Session
  private let onOutcome: @LoopActor (Result<JSONText, Failure>) -> Int32
  private var isOver = false

  /// - Parameters:
  ///   - params: The JSON text of an array or an object; nil for none.
  ///   - onOutcome: Prints the result or the failure and returns the exit status. It is not called if a
  ///     signal ends the call.
  init(
    _ method: String, _ params: [UInt8]?, _ configuration: Configuration, on host: Host,
    onOutcome: @escaping @LoopActor (Result<JSONText, Failure>) -> Int32
  ) {
    self.host = host
    self.onOutcome = onOutcome
    server = Server(configuration, loop: host.loop, logger: host.logger)
    // Notifications have no reader.
    session = Session(server, timers: host.loop.timers) { _ in }
    do throws(ProtocolProblem) {
      let call = try Call(method, params: params, budget: configuration.limits.budget)
      session.perform(call) { [weak self] in self?.ended(with: $0) }
    } catch {
      session.perform(error) { [weak self] in self?.ended(with: $0) }
    }
    if let clock = server.engine.clock { advance(clock) }
  }

  /// Moves a manual clock from timer to timer until there is an outcome, because no client can move it.
  private func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
    if !isOver { host.end(1) }
  }

  private func ended(with outcome: Result<JSONText, Failure>) {
    isOver = true
    host.end(onOutcome(outcome))
  }

  /// Ends the host, which ends the processes that a source has started.
  func terminate(_ signal: CInt) { host.end(128 + signal) }
  func abandon() { host.end(1) }
}
