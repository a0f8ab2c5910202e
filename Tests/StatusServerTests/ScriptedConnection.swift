import Providers
import Reactor
import StatusCore
import Testing

/// The connection to a ``ScriptedSource`` that delivers what the test says.
@LoopActor
final class ScriptedConnection: LiveConnection {
  private let received: @LoopActor (LiveEvent) -> Void
  private(set) var isOpen = true
  private(set) var isPaused = false
  /// What it was opened with.
  let request: SourceRequest

  fileprivate init(_ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void) {
    (self.request, self.received) = (request, received)
  }

  func close() {
    isOpen = false
  }

  func pause(_ isPaused: Bool) {
    self.isPaused = isPaused
  }

  /// Reports an event, also of a connection that is closed: what it says then must be dropped.
  func report(_ event: LiveEvent) {
    switch event {
    case .delivered: break
    case .lost, .ended: isOpen = false
    }
    received(event)
  }
}

extension ScriptedSource: LiveSource {
  func open(
    _ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void
  ) -> any LiveConnection {
    let connection = ScriptedConnection(request, received)
    connections.append(connection)
    return connection
  }

  /// Connections that are open; more than one would be a second subscription.
  var openConnections: Int { connections.count { $0.isOpen } }

  func deliver(_ response: SourceResponse) {
    connections.last?.report(.delivered(.success(response)))
  }

  func deliver(_ value: ResourceValue) { deliver(.value(value)) }

  func deliver(body: String) { deliver(.body(Array(body.utf8))) }

  func report(_ kind: FailureKind) {
    connections.last?.report(.delivered(.failure(Problem(kind))))
  }

  func lose(_ kind: FailureKind = .connectionLost, pause: Duration? = nil, retryAfter: Duration? = nil) {
    connections.last?.report(.lost(Problem(kind, retryAfter: retryAfter), pause: pause))
  }
}
