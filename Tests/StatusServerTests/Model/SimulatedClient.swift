import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

@testable import StatusServer

/// One of the clients of the simulated daemon: a session, and what it has been notified of.
@LoopActor
final class SimulatedClient {
  let number: Int
  let session: Session
  private var decoder: MessageDecoder
  var nextCall = 1
  /// The newest revision of each resource that this client was notified of.
  var notified: [ResourceID: Int] = [:]
  var isEnded = false

  init(
    _ number: Int, _ server: Server, timers: TimerQueue,
    write: @escaping @LoopActor (SimulatedClient, JSONText) -> Void
  ) {
    self.number = number
    let limits = server.engine.configuration.initial.limits
    decoder = MessageDecoder(budget: limits.budget, batchLimit: limits.batch)
    let written = Written()
    session = Session(server, timers: timers) { written.message(JSONText($0)) }
    written.message = { [unowned self] in write(self, $0) }
    session.onEnd = { [unowned self] _ in isEnded = true }
    session.begin()
  }

  /// The way of a message to the client, which is made after its session.
  @LoopActor
  private final class Written {
    var message: @LoopActor (JSONText) -> Void = { _ in }
  }

  func receive(_ text: String) {
    session.receive(decoder.decode(Array(text.utf8).span))
  }

  /// What the connection does at the end of a turn whose output was written.
  func endTurn() {
    session.flushNotifications()
    session.outputWritten()
  }
}
