package import Providers
package import Reactor
package import StatusCore

/// The connection to a ``ScriptedSource`` that delivers what the test says.
@LoopActor
package final class ScriptedConnection: LiveConnection {
  private let received: @LoopActor (LiveEvent) -> Void
  package private(set) var isOpen = true
  package private(set) var isPaused = false
  /// What it was opened with.
  package let request: SourceRequest

  fileprivate init(_ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void) {
    (self.request, self.received) = (request, received)
  }

  package func close() {
    isOpen = false
  }

  package func pause(_ isPaused: Bool) {
    self.isPaused = isPaused
  }

  /// Reports an event, also of a connection that is closed: what it says then must be dropped.
  package func report(_ event: LiveEvent) {
    switch event {
    case .delivered: break
    case .lost, .ended: isOpen = false
    }
    received(event)
  }
}

extension ScriptedSource: LiveSource {
  package func open(
    _ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void
  ) -> any LiveConnection {
    let connection = ScriptedConnection(request, received)
    connections.append(connection)
    return connection
  }

  /// Connections that are open; more than one would be a second subscription.
  package var openConnections: Int { connections.count { $0.isOpen } }

  package func deliver(_ response: SourceResponse) {
    connections.last?.report(.delivered(.success(response)))
  }

  package func deliver(_ value: ResourceValue) { deliver(.value(value)) }

  package func deliver(body: String) { deliver(.body(Array(body.utf8))) }

  package func report(_ kind: FailureKind) {
    connections.last?.report(.delivered(.failure(Problem(kind))))
  }

  package func lose(
    _ kind: FailureKind = .connectionLost, pause: Duration? = nil, retryAfter: Duration? = nil
  ) {
    connections.last?.report(.lost(Problem(kind, retryAfter: retryAfter), pause: pause))
  }
}
