import OrderedCollections
import Reactor
package import StatusCore

/// The name of what has changed; the new value is read from the engine when the change is published.
package enum Change: Hashable, Sendable {
  /// The snapshot of a resource.
  case resource(ResourceName)
  /// The location, for a subscription whose filter passes the change.
  case location(SubscriptionID)
}

/// The observers of the engine, in order of arrival; at most one for each owner.
@LoopActor
final class Observers {
  private struct Observer {
    var onChange: @LoopActor (Change) -> Void
    var onSuccess: @LoopActor (ResourceName) -> Void
  }

  private var observers: OrderedDictionary<Owner, Observer> = [:]

  func add(
    _ owner: Owner, onChange: @escaping @LoopActor (Change) -> Void,
    onSuccess: @escaping @LoopActor (ResourceName) -> Void
  ) {
    observers[owner] = Observer(onChange: onChange, onSuccess: onSuccess)
  }

  func remove(_ owner: Owner) {
    observers[owner] = nil
  }

  /// Reports a change of a resource to every observer.
  func changed(_ resource: ResourceName) {
    for observer in observers.values { observer.onChange(.resource(resource)) }
  }

  /// Reports a change of the location to the owner of one subscription.
  func changed(_ subscription: SubscriptionID, of owner: Owner) {
    observers[owner]?.onChange(.location(subscription))
  }

  /// Reports to every observer that a resource was fetched or the location was found.
  func succeeded(_ resource: ResourceName) {
    for observer in observers.values { observer.onSuccess(resource) }
  }
}
