import OrderedCollections
import Reactor
package import StatusCore

/// The name of what has changed; the new value is read from the engine when the change is published.
package enum Change: Hashable, Sendable {
  /// The snapshot of a resource.
  case resource(ResourceID)
  /// The location, for a subscription whose filter passes the change.
  case location(SubscriptionID)
  /// A fetch has begun its attempt with that number, counted from 1, of at most `limit`.
  case attempt(ResourceID, number: Int, limit: Int)
}

/// What an owner is called with, and asked.
struct Observer {
  var onChange: @LoopActor (Change) -> Void
  /// Whether it is called with attempts too.
  var followsAttempts = false
  var onSuccess: @LoopActor (ResourceID) -> Void = { _ in }
  var onFailure: @LoopActor (ResourceID, Failure) -> Void = { _, _ in }
  var isAwaited: @LoopActor (ResourceID) -> Bool = { _ in false }
}

/// The observers of the engine, in order of arrival; at most one for each owner.
@LoopActor
final class Observers {
  private var observers: OrderedDictionary<Owner, Observer> = [:]

  func add(_ owner: Owner, _ observer: Observer) {
    observers[owner] = observer
  }

  func remove(_ owner: Owner) {
    observers[owner] = nil
  }

  /// Reports a change of a resource to every observer.
  ///
  /// - Parameter owner: The only one to whom it is reported; nil for all.
  func changed(_ resource: ResourceID, for owner: Owner? = nil) {
    if let owner {
      observers[owner]?.onChange(.resource(resource))
      return
    }
    for observer in observers.values { observer.onChange(.resource(resource)) }
  }

  /// Reports that an attempt has begun to the observers that follow attempts.
  func attempted(_ resource: ResourceID, number: Int, limit: Int) {
    for observer in observers.values where observer.followsAttempts {
      observer.onChange(.attempt(resource, number: number, limit: limit))
    }
  }

  /// Reports to every observer that a fetch has failed, with an earlier failure if it failed as the poll before it.
  func failed(_ resource: ResourceID, with failure: Failure) {
    for observer in observers.values { observer.onFailure(resource, failure) }
  }

  /// Reports a change of the location to the owner of one subscription.
  func changed(_ subscription: SubscriptionID, of owner: Owner) {
    observers[owner]?.onChange(.location(subscription))
  }

  /// Whether an observer has yet to read an instance.
  func isAwaited(_ instance: ResourceID) -> Bool {
    observers.values.contains { $0.isAwaited(instance) }
  }

  /// Reports to every observer that a resource was fetched or the location was found.
  func succeeded(_ resource: ResourceID) {
    for observer in observers.values { observer.onSuccess(resource) }
  }
}
