import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore
import StatusServer

/// One call in this process and no conversation.
///
/// It goes through a session as every request does, so that it means the same.
@LoopActor
final class CallGuest: Guest {
  private let host: Host
  private let server: Server
  private let session: Session
  private let onOutcome: @LoopActor (Result<JSONText, Failure>) -> Int32
  private var isOver = false

  /// - Parameters:
  ///   - params: The text of an array or an object; nil for none.
  ///   - onOutcome: Reports the result or the failure, and says which status that is; not called when a signal ends
  ///     the call.
  init(
    _ method: String, _ params: [UInt8]?, _ configuration: Configuration, on host: Host,
    onOutcome: @escaping @LoopActor (Result<JSONText, Failure>) -> Int32
  ) {
    self.host = host
    self.onOutcome = onOutcome
    server = Server(configuration, loop: host.loop, logger: host.logger)
    // Nobody is notified of anything.
    session = Session(server, timers: host.loop.timers) { _ in }
    do throws(ProtocolProblem) {
      let call = try Call(method, params: params, budget: configuration.limits.budget)
      session.perform(call) { [weak self] in self?.ended(with: $0) }
    } catch {
      session.perform(error) { [weak self] in self?.ended(with: $0) }
    }
    if let clock = server.engine.clock { advance(clock) }
  }

  /// Nobody else could move the clock: it goes to what is due next, until the outcome is there.
  private func advance(_ clock: ManualClock) {
    clock.settle()
    while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
    if !isOver { host.end(1) }
  }

  private func ended(with outcome: Result<JSONText, Failure>) {
    isOver = true
    host.end(onOutcome(outcome))
  }

  /// What the source has started ends with the host.
  func terminate(_ signal: CInt) { host.end(128 + signal) }
  func abandon() { host.end(1) }
}
