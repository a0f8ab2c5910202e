import Logging
import Providers
import Reactor
import StatusCore

extension Resource {
  /// Opens and closes the connection to a live source, as the machine says.
  func followConnection() {
    if machine.connection != intake.connection { replaceConnection() }
    // What came while an attempt was ending.
    if intake.hasDelivery { environment.later { [weak self] in self?.takeDelivery() } }
  }

  private func replaceConnection() {
    intake.disconnect()
    guard let id = machine.connection, intake.source is any LiveSource else { return }
    log.connection(to: intake.source, "connection opened")
    intake.connect(as: id) { [weak self] in self?.takeDelivery() }
  }

  /// Looks at what has come over the connection, unless an attempt is ending: that comes to its end first.
  private func takeDelivery() {
    guard let (id, event) = intake.nextDelivery() else { return }
    switch event {
    case .delivered(.success(let response)):
      update({ $0.delivered(over: id, at: $1) }, then: { end($0, with: .success(response), over: id) })
    case .delivered(.failure(let problem)):
      update({ $0.reported(over: id, at: $1) }, then: { end($0, with: .failure(problem)) })
    case .lost(let problem, let pause):
      log.connection(to: intake.source, "connection lost")
      update({ $0.lost(id, pause: pause, at: $1) }, then: { end($0, with: .failure(problem)) })
    case .ended:
      log.connection(to: intake.source, "connection ended by the source")
      update { $0.ended(id, at: $1) }
    }
  }

  /// Ends an attempt with what was delivered, whatever the attempt was going to bring.
  private func end(
    _ id: AttemptID?, with outcome: Result<SourceResponse, Problem>, over connection: ConnectionID? = nil
  ) {
    guard let id else { return }
    if !intake.isAttempting { log.attemptBegan(id) }
    intake.take(outcome, as: id, over: connection)
  }
}
