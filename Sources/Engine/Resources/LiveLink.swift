import Providers
import Reactor
import StatusCore

/// The connection of a resource to its live source, and what has come over it and was not looked at yet.
///
/// That is at most one delivery and the end: a newer delivery takes the place of an older one.
@LoopActor
final class LiveLink {
  /// The connection that is open, or whose end was not looked at yet.
  private(set) var id: ConnectionID?
  private var connection: (any LiveConnection)?
  private var delivery: LiveEvent?
  private var end: LiveEvent?
  private var isPaused = false

  /// Opens a connection in place of the former one.
  ///
  /// - Parameters:
  ///   - request: Names the value that is kept.
  ///   - received: Called when there is something to look at.
  func open(
    _ source: any LiveSource, as id: ConnectionID, _ request: SourceRequest,
    _ received: @escaping @LoopActor () -> Void
  ) {
    close()
    self.id = id
    connection = source.open(request) { [weak self] event in
      guard let self, self.id == id, end == nil else { return }
      note(event)
      received()
      followBacklog()
    }
  }

  /// Pauses a source that is ahead: one delivery is being decoded or written and another one waits.
  private func followBacklog() {
    guard isPaused != (delivery != nil) else { return }
    isPaused.toggle()
    connection?.pause(isPaused)
  }

  private func note(_ event: LiveEvent) {
    switch event {
    case .delivered: delivery = event
    case .lost, .ended: end = event
    }
  }

  /// Closes the connection; what has come over it is dropped.
  func close() {
    let former = connection.take()
    (id, delivery, end, isPaused) = (nil, nil, nil, false)
    former?.close()
  }

  /// Whether there is something to look at.
  var isWaiting: Bool { delivery != nil || end != nil }

  /// Takes the newest delivery, and after it the end.
  func next() -> LiveEvent? {
    defer { followBacklog() }
    return delivery.take() ?? end.take()
  }
}
