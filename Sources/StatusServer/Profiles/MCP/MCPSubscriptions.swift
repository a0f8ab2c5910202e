import Engine
import JSONRPC
import Reactor
import StatusCore

/// What a client that began with a handshake has subscribed to.
struct MCPSubscriptions {
  private var resources: Set<ResourceID> = []
  /// The subscription of the location, which keeps its source going.
  private(set) var location: SubscriptionID?

  /// The requests of clients that name their version in each.
  private(set) var listeners: [MCPListener] = []

  @LoopActor
  var count: Int {
    resources.count + (location == nil ? 0 : 1) + listeners.reduce(0) { $0 + $1.uris.count }
  }

  mutating func add(_ listener: MCPListener) { listeners.append(listener) }

  /// - Returns: The listener of that request, which listens no more.
  @LoopActor
  mutating func remove(_ id: RequestID) -> MCPListener? {
    listeners.firstIndex { $0.id == id }.map { listeners.remove(at: $0) }
  }

  func include(_ resource: ResourceID) -> Bool { resources.contains(resource) }
  func include(_ subscription: SubscriptionID) -> Bool { location == subscription }

  /// Whether the client has subscribed to what has changed.
  func include(_ change: Change) -> Bool {
    switch change {
    case .resource(let id): include(id)
    case .location(let id): include(id)
    case .attempt: false
    }
  }

  /// Whether a request listens to what has changed.
  @LoopActor
  func isHeard(_ change: Change) -> Bool { listeners.contains { $0.listens(to: change) } }

  mutating func add(_ resource: ResourceID) { resources.insert(resource) }
  mutating func remove(_ resource: ResourceID) { resources.remove(resource) }

  mutating func follow(_ subscription: SubscriptionID?) { location = subscription }
}
