import Engine
import Reactor
import StatusCore

/// What a client that began with a handshake has subscribed to.
struct MCPSubscriptions {
  private var resources: Set<ResourceID> = []
  /// The subscription of the location, which keeps its source going.
  private(set) var location: SubscriptionID?

  var count: Int { resources.count + (location == nil ? 0 : 1) }

  func include(_ resource: ResourceID) -> Bool { resources.contains(resource) }
  func include(_ subscription: SubscriptionID) -> Bool { location == subscription }

  mutating func add(_ resource: ResourceID) { resources.insert(resource) }
  mutating func remove(_ resource: ResourceID) { resources.remove(resource) }

  mutating func follow(_ subscription: SubscriptionID?) { location = subscription }
}
