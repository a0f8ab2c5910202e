import Logging
import Providers
import Reactor
import StatusCore

extension Resource {
  /// Opens and closes the connection to a live source, as the machine says.
  func followConnection() {
    if machine.connection != link.id { replaceConnection() }
    // What came while an attempt was ending.
    if link.isWaiting, !isEnding { environment.later { [weak self] in self?.takeDelivery() } }
  }

  private func replaceConnection() {
    link.close()
    guard let id = machine.connection, let live = source as? any LiveSource else { return }
    log.connection(to: source, "connection opened")
    link.open(live, as: id, sourceRequest) { [weak self] in self?.takeDelivery() }
  }

  /// The request of a connection or of an attempt: what is kept, so that it need not come again.
  var sourceRequest: SourceRequest {
    SourceRequest(validators: snapshot.value == nil ? nil : validators, takesNothing: shape.isText)
  }

  /// Looks at what has come over the connection, unless an attempt is ending: that comes to its end first.
  private func takeDelivery() {
    guard !isEnding, let id = link.id, let event = link.next() else { return }
    let now = environment.now
    switch event {
    case .delivered(.success(let response)):
      end(machine.delivered(over: id, at: now), with: .success(response), over: id)
    case .delivered(.failure(let problem)):
      end(machine.reported(over: id, at: now), with: .failure(problem))
    case .lost(let problem, let pause):
      log.connection(to: source, "connection lost")
      end(machine.lost(id, pause: pause, at: now), with: .failure(problem))
    case .ended:
      log.connection(to: source, "connection ended by the source")
      machine.ended(id, at: now)
      proceedLater()
    }
  }

  /// Ends an attempt with what was delivered, whatever the attempt was going to bring.
  private func end(
    _ id: AttemptID?, with outcome: Result<SourceResponse, Problem>, over connection: ConnectionID? = nil
  ) {
    guard let id else { return proceedLater() }
    if attempt == nil { begins(id) }
    endAttempt()
    attemptEnded(id, outcome, over: connection)
  }
}
