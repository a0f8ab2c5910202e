import Providers
import Reactor
import StatusCore

extension Intake {
  /// The connection that is open, or whose end was not looked at yet.
  var connection: ConnectionID? { link?.id }

  func disconnect() { link?.close() }

  /// Opens a connection in place of the former one, if the source is live.
  ///
  /// - Parameter received: Called when something has come over it.
  func connect(as id: ConnectionID, _ received: @escaping @LoopActor () -> Void) {
    guard let source = source as? any LiveSource else { return }
    let link = link ?? LiveLink()
    self.link = link
    link.open(source, as: id, request, received)
  }

  /// Whether something has come over the connection that can be looked at: an attempt that is ending comes to its
  /// end first.
  var hasDelivery: Bool { link?.isWaiting == true && !isEnding }

  /// Takes what has come over the connection; nil while there is nothing to look at.
  func nextDelivery() -> (connection: ConnectionID, event: LiveEvent)? {
    guard !isEnding, let id = link?.id, let event = link?.next() else { return nil }
    return (id, event)
  }
}
