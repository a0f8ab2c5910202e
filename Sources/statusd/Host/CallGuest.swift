import Glibc
import JSONRPC
package import Jansson
package import Logging
package import Reactor

/// One request in this process and no conversation: what `statusd call` does.
///
/// It goes the way of every request, through a session, so that it means the same.
@LoopActor
package final class SingleCall {
  /// What the request came to.
  package enum Outcome: Sendable {
    case result(JSONText)
    /// The error object.
    case error(JSONText)
  }

  private let loop: EventLoop
  private var session: Session?
  private var outcome: Outcome?

  /// Makes the call and waits for its answer; the calling thread becomes the loop's.
  ///
  /// - Parameter params: The text of an array or an object; nil for none.
  package nonisolated static func perform(
    _ method: String, params: JSONText?, _ configuration: Configuration, logger: Logger
  ) -> Outcome? {
    let loop = LoopActor.shared.loop
    let call = loop.run { SingleCall(method, params, configuration, logger, loop) }
    return LoopActor.assumeIsolated {
      ChildProcess.endAll(grace: Daemon.exitGrace)
      return call.outcome
    }
  }

  private init(
    _ method: String, _ params: JSONText?, _ configuration: Configuration, _ logger: Logger,
    _ loop: EventLoop
  ) {
    self.loop = loop
    let services = Services(configuration, loop: loop, logger: logger)
    let session = Session(
      services: services, configuration: configuration, timers: loop.timers
    ) { [weak self] in self?.received($0) }
    self.session = session
    let decoder = MessageDecoder(budget: configuration.limits.budget, batchLimit: 1)
    session.receive(decoder.decode(Self.request(method, params).bytes.span))
    if let clock = services.clock { advance(clock) }
  }

  /// Nobody could move the clock: it goes to what is due next, until the answer is there.
  private func advance(_ clock: ManualClock) {
    clock.settle()
    while outcome == nil, let time = clock.timers.timeToNext { clock.advance(by: time) }
    loop.stop()
  }

  private static func request(_ method: String, _ params: JSONText?) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("jsonrpc", "2.0")
        json.member("id", 1)
        json.member("method", method)
        if let params { json.member("params") { $0.text(params) } }
      }
    }
  }

  /// Takes the answer apart; notifications are passed over.
  private func received(_ message: JSONText) {
    guard let answer = OutgoingMessage.outcome(of: message) else { return }
    outcome = answer.isError ? .error(answer.text) : .result(answer.text)
    loop.stop()
  }
}
