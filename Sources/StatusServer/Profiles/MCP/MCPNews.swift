import Reactor
import StatusCore

/// What the client is sent besides the changes of resources: which requests listen, and the progress of its calls.
@LoopActor
final class MCPNews: ProfileNews {
  let progress: MCPProgress
  /// The requests whose client has not been told that they listen.
  var unacknowledged: [MCPListener] = []

  private let onEmpty: @LoopActor () -> Void

  /// - Parameter onEmpty: Called when there is nothing more to send.
  init(_ progress: MCPProgress, onEmpty: @escaping @LoopActor () -> Void) {
    (self.progress, self.onEmpty) = (progress, onEmpty)
  }

  func flush(_ write: MessageOutput) {
    for listener in unacknowledged { listener.acknowledge(write) }
    unacknowledged = []
    progress.flush(write)
    if progress.isEmpty { onEmpty() }
  }

  func hold() {}
  func show(_ resource: ResourceID) -> Bool { false }
}
