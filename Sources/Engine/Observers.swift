import OrderedCollections
import Reactor
package import StatusCore

/// What has changed, by its name: what it is now is read from the engine when it is reported.
package enum Change: Hashable, Sendable {
  /// The snapshot of a resource.
  case resource(ResourceName)
  /// The location, for a subscription whose filter lets the change pass.
  case location(SubscriptionID)
}

/// Who observes the engine, in the order in which they came; an owner observes once.
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

  /// Reports a change of a resource to everyone.
  func changed(_ resource: ResourceName) {
    for observer in observers.values { observer.onChange(.resource(resource)) }
  }

  /// Reports a change of the location to the owner of the subscription, and to nobody else.
  func changed(_ subscription: SubscriptionID, of owner: Owner) {
    observers[owner]?.onChange(.location(subscription))
  }

  /// Reports that a resource was fetched, or the location found, to everyone.
  func succeeded(_ resource: ResourceName) {
    for observer in observers.values { observer.onSuccess(resource) }
  }
}
