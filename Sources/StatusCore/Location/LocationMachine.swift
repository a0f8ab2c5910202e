import OrderedCollections

/// The life of the location as a value: who wants it, whether the provider runs, what it has told, and who is to
/// be told of it.
///
/// Its owner reports every event, performs the action that a method returns, and calls ``timePassed(at:)`` when
/// ``wakeAt`` has come. Everything that may be told is returned as the list of subscriptions that are to be told
/// now, each of the present ``snapshot``; so a subscription never hears of anything but the newest.
package struct LocationMachine: Sendable {
  /// How many subscriptions there may be at a time.
  package let limit: Int
  package private(set) var snapshot = LocationSnapshot()
  private var subscriptions: OrderedDictionary<SubscriptionID, LocationSubscription> = [:]
  private var subscriptionCount = 0
  /// Those who want the location for as long as it takes, without a subscription.
  private var guests = 0

  package init(limit: Int = .max) {
    self.limit = limit
  }

  /// What the owner has to do with the provider.
  package enum Action: Hashable, Sendable {
    case none, start, stop
  }

  /// Whether the provider runs.
  package var isRunning: Bool { !subscriptions.isEmpty || guests > 0 }

  package func contains(_ id: SubscriptionID) -> Bool { subscriptions[id] != nil }
}

// MARK: Coming and going

extension LocationMachine {
  /// Someone subscribes; the first starts the provider.
  ///
  /// The subscription is told of nothing until ``answered(_:at:)``.
  /// - Returns: nil when there are ``limit`` already.
  package mutating func subscribe(_ filter: LocationFilter) -> (id: SubscriptionID, action: Action)? {
    guard subscriptions.count < limit else { return nil }
    subscriptionCount += 1
    let id = SubscriptionID(rawValue: "l\(subscriptionCount)")
    let action = action { $0.subscriptions[id] = LocationSubscription(filter) }
    return (id, action)
  }

  /// The answer to a subscriber tells of the present snapshot.
  package mutating func answered(_ id: SubscriptionID, at now: Moment) {
    subscriptions[id]?.tell(snapshot, at: now)
  }

  /// Someone leaves; the last one stops the provider.
  ///
  /// - Returns: nil when there is no such subscription.
  package mutating func unsubscribe(_ id: SubscriptionID) -> Action? {
    guard contains(id) else { return nil }
    return action { $0.subscriptions[id] = nil }
  }

  /// A recovery wants the location until ``guestLeft()``.
  package mutating func guestCame() -> Action { action { $0.guests += 1 } }
  package mutating func guestLeft() -> Action { action { $0.guests -= 1 } }

  /// What a change of those who want the location means for the provider.
  ///
  /// A provider that starts has told nothing yet: where somebody was when nobody asked is no position.
  private mutating func action(_ body: (inout Self) -> Void) -> Action {
    let before = isRunning
    body(&self)
    guard isRunning != before else { return .none }
    if isRunning { reset() }
    return isRunning ? .start : .stop
  }

  private mutating func reset() {
    var fresh = LocationSnapshot()
    fresh.revision = snapshot.revision
    if snapshot != fresh { fresh.revision += 1 }
    snapshot = fresh
  }
}

// MARK: What the provider tells

extension LocationMachine {
  /// A position came.
  ///
  /// - Returns: Who is to be told now.
  package mutating func found(_ position: Position, at now: Moment) -> [SubscriptionID] {
    snapshot.timestamp = now.time
    return change(at: now) {
      $0.status = .loaded
      $0.position = position
      $0.failure = nil
    }
  }

  /// The provider failed.
  ///
  /// - Returns: Who is to be told now.
  package mutating func failed(_ failure: Failure, at now: Moment) -> [SubscriptionID] {
    change(at: now) {
      $0.status = .failed
      $0.failure = failure
    }
  }

  /// The failure that stands, if this is no other: it is told once, and keeps its id.
  package func standingFailure(equalTo problem: Problem) -> Failure? {
    guard let told = snapshot.failure, told.kind == problem.kind, told.detail == problem.detail else {
      return nil
    }
    return told
  }

  private mutating func change(
    at now: Moment, _ body: (inout LocationSnapshot) -> Void
  ) -> [SubscriptionID] {
    let before = snapshot
    body(&snapshot)
    if snapshot != before { snapshot.revision += 1 }
    return timePassed(at: now)
  }
}

// MARK: Time

extension LocationMachine {
  /// The uptime at which the owner has to call ``timePassed(at:)``; nil for never.
  package var wakeAt: Duration? {
    subscriptions.values.compactMap { $0.due(snapshot) }.min()
  }

  /// Those whose time has come; each counts as told.
  package mutating func timePassed(at now: Moment) -> [SubscriptionID] {
    var due: [SubscriptionID] = []
    for (id, subscription) in subscriptions {
      guard let time = subscription.due(snapshot), time <= now.uptime else { continue }
      subscriptions[id]?.tell(snapshot, at: now)
      due.append(id)
    }
    return due
  }
}
