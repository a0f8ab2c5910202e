import OrderedCollections

/// The life of the location as a value: who wants it, whether the source runs, what it has reported, and who is
/// to be notified.
///
/// Its owner reports every event, performs the action that a method returns, and calls ``timePassed(at:)`` when
/// ``wakeAt`` has come. Everything that can be notified is returned as the list of subscriptions that are due
/// now, each for the present ``snapshot``; so a subscription never gets anything but the newest.
package struct LocationMachine: Sendable {
  package private(set) var snapshot = LocationSnapshot()
  private var subscriptions: OrderedDictionary<SubscriptionID, LocationSubscription> = [:]
  private var subscriptionCount = 0
  /// Those who want the location for as long as it takes, without a subscription.
  private var guests = 0
  /// The options that are being performed, by the failure of each.
  private var runningOptions: [FailureID: RecoveryOptionID] = [:]

  package init() {}

  /// What the owner has to do with the source.
  package enum Action: Hashable, Sendable {
    case none, start, stop
  }

  /// Whether the source runs.
  package var isRunning: Bool { !subscriptions.isEmpty || guests > 0 }

  package func contains(_ id: SubscriptionID) -> Bool { subscriptions[id] != nil }
}

// MARK: Coming and going

extension LocationMachine {
  /// Someone subscribes; the first starts the source.
  ///
  /// The subscription is notified of nothing until ``answered(_:at:)``.
  package mutating func subscribe(_ filter: LocationFilter) -> (id: SubscriptionID, action: Action) {
    subscriptionCount += 1
    let id = SubscriptionID(rawValue: "l\(subscriptionCount)")
    let action = action { $0.subscriptions[id] = LocationSubscription(filter) }
    return (id, action)
  }

  /// The response to a subscriber has the present snapshot.
  package mutating func answered(_ id: SubscriptionID, at now: Moment) {
    subscriptions[id]?.publish(snapshot, at: now)
  }

  /// Someone leaves; the last one stops the source.
  ///
  /// - Returns: nil when there is no such subscription.
  package mutating func unsubscribe(_ id: SubscriptionID) -> Action? {
    guard contains(id) else { return nil }
    return action { $0.subscriptions[id] = nil }
  }

  /// A recovery wants the location until ``guestLeft()``.
  package mutating func guestCame() -> Action { action { $0.guests += 1 } }
  package mutating func guestLeft() -> Action { action { $0.guests -= 1 } }

  /// What a change of those who want the location means for the source.
  ///
  /// A source that starts has reported nothing yet: where somebody was when nobody asked is no position.
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

// MARK: What the source reports

extension LocationMachine {
  /// A position came.
  ///
  /// - Returns: Who is to be notified now.
  package mutating func found(_ position: Position, at now: Moment) -> [SubscriptionID] {
    snapshot.timestamp = now.time
    return change(at: now) { machine in
      machine.snapshot.status = .loaded
      machine.snapshot.position = position
      machine.snapshot.failure = nil
    }
  }

  /// The source failed.
  ///
  /// - Returns: Who is to be notified now.
  package mutating func failed(_ failure: Failure, at now: Moment) -> [SubscriptionID] {
    change(at: now) { machine in
      machine.snapshot.status = .failed
      machine.snapshot.failure = failure
    }
  }

  /// The failure that stands, if this is no other: it is reported once, and keeps its id.
  package func standingFailure(equalTo problem: Problem) -> Failure? {
    snapshot.failure.flatMap { $0.isSame(as: problem) ? $0 : nil }
  }

  private mutating func change(at now: Moment, _ body: (inout Self) -> Void) -> [SubscriptionID] {
    let before = snapshot
    body(&self)
    snapshot.failure = snapshot.failure.map { $0.offered(under: conditions(of: $0.id)) }
    if snapshot != before { snapshot.revision += 1 }
    return timePassed(at: now)
  }
}

// MARK: Recovering

extension LocationMachine {
  /// What decides which options of the location's failures can work now, but for what is running.
  package var conditions: RecoveryConditions {
    RecoveryConditions(hasValue: snapshot.position != nil)
  }

  private func conditions(of failure: FailureID) -> RecoveryConditions {
    var conditions = conditions
    conditions.running = runningOptions[failure]
    return conditions
  }

  /// An option of a failure is being performed: while it is, the failure offers `cancel` and that option.
  ///
  /// - Returns: Who is to be notified now.
  package mutating func recoveryBegan(_ run: RecoveryRun, at now: Moment) -> [SubscriptionID] {
    change(at: now) { $0.runningOptions[run.failure] = run.option }
  }

  /// What was performed for a failure has ended, in whatever way.
  ///
  /// - Returns: Who is to be notified now.
  package mutating func recoveryEnded(_ id: FailureID, at now: Moment) -> [SubscriptionID] {
    change(at: now) { $0.runningOptions[id] = nil }
  }

  /// Nobody wants to recover from a failure any more: where the snapshot shows it, it leaves.
  ///
  /// - Returns: Who is to be notified now.
  package mutating func settle(_ id: FailureID, at now: Moment) -> [SubscriptionID] {
    change(at: now) { machine in
      guard machine.snapshot.failure?.id == id else { return }
      machine.snapshot.failure = nil
      machine.snapshot.status = machine.snapshot.position == nil ? .loading : .loaded
    }
  }

  /// A recovery failed before it came to anything: its own failure takes the place of the one it was for.
  ///
  /// - Returns: Who is to be notified now.
  package mutating func replaceFailure(
    _ id: FailureID, with fresh: Failure, at now: Moment
  ) -> [SubscriptionID] {
    change(at: now) { machine in
      if machine.snapshot.failure?.id == id { machine.snapshot.failure = fresh }
    }
  }
}

// MARK: Time

extension LocationMachine {
  /// The uptime at which the owner has to call ``timePassed(at:)``; nil for never.
  package var wakeAt: Duration? {
    subscriptions.values.compactMap { $0.due(snapshot) }.min()
  }

  /// Those whose time has come; each counts as notified.
  package mutating func timePassed(at now: Moment) -> [SubscriptionID] {
    var due: [SubscriptionID] = []
    for (id, subscription) in subscriptions {
      guard let time = subscription.due(snapshot), time <= now.uptime else { continue }
      subscriptions[id]?.publish(snapshot, at: now)
      due.append(id)
    }
    return due
  }
}
