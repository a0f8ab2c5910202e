/// The location as a state machine: subscriptions, whether the source runs, and what it has reported.
///
/// The owner of the machine reports every event, performs the action that a method returns, and calls
/// ``timePassed(at:)`` at ``wakeAt``. Methods return the subscriptions that are to be notified now, each of
/// the present ``snapshot``, so a subscription only ever gets the newest state.
package struct LocationMachine: Sendable {
  package private(set) var snapshot = LocationSnapshot()
  private var subscriptions = LocationSubscriptions()
  private var subscriptionCount = 0
  /// The number of recoveries that want the location for a while, without a subscription.
  private var guests = 0
  /// The options that are being performed, by their failures.
  private var runningOptions: [FailureID: RecoveryOptionID] = [:]

  package init() {}

  /// What the owner has to do with the source.
  package enum Action: Hashable, Sendable {
    case none, start, stop
  }

  /// Whether the source runs.
  package var isRunning: Bool { isSubscribed || guests > 0 }

  /// Whether the subscription exists.
  package func contains(_ id: SubscriptionID) -> Bool { subscriptions.contains(id) }

  /// Whether there is any subscription.
  package var isSubscribed: Bool { !subscriptions.isEmpty }
}

// MARK: Subscribing

extension LocationMachine {
  /// Adds a subscription; the first one starts the source.
  ///
  /// The subscription gets no notifications before ``responded(to:at:)``.
  package mutating func subscribe(_ filter: LocationFilter) -> (id: SubscriptionID, action: Action) {
    subscriptionCount += 1
    let id = SubscriptionID(rawValue: "l\(subscriptionCount)")
    let action = action { $0.subscriptions.add(LocationSubscription(filter), as: id) }
    return (id, action)
  }

  /// The subscriber has got its response, which contains the present snapshot.
  package mutating func responded(to id: SubscriptionID, at now: Moment) {
    subscriptions.publish(snapshot, to: id, at: now)
  }

  /// Removes subscriptions; the removal of the last one stops the source.
  ///
  /// - Returns: Nil if there is none of them.
  package mutating func unsubscribe(_ ids: [SubscriptionID]) -> Action? {
    var isKnown = false
    let action = action { machine in
      for id in ids where machine.subscriptions.remove(id) { isKnown = true }
    }
    return isKnown ? action : nil
  }

  /// A recovery wants the location, until ``guestLeft()``.
  package mutating func guestCame() -> Action { action { $0.guests += 1 } }
  /// A recovery does not want the location any more.
  package mutating func guestLeft() -> Action { action { $0.guests -= 1 } }

  /// Changes who wants the location, and starts or stops the source accordingly.
  ///
  /// A source that starts has reported nothing yet, so the snapshot is reset: an old position may be wrong.
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
  /// The source reported a position.
  ///
  /// - Returns: The subscriptions to notify now.
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
  /// - Returns: The subscriptions to notify now.
  package mutating func failed(_ failure: Failure, at now: Moment) -> [SubscriptionID] {
    change(at: now) { machine in
      machine.snapshot.status = .failed
      machine.snapshot.failure = failure
    }
  }

  /// The failure in the snapshot if `problem` is the same again, which then keeps its id and is not published
  /// again.
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
  /// The conditions of the location's failures, without what is being performed.
  package var conditions: RecoveryConditions {
    RecoveryConditions(hasValue: snapshot.position != nil)
  }

  private func conditions(of failure: FailureID) -> RecoveryConditions {
    var conditions = conditions
    conditions.running = runningOptions[failure]
    return conditions
  }

  /// A recovery begins; while it runs, its failure offers only that option and `cancel`.
  ///
  /// - Returns: The subscriptions to notify now.
  package mutating func recoveryBegan(_ run: RecoveryRun, at now: Moment) -> [SubscriptionID] {
    change(at: now) { $0.runningOptions[run.failure] = run.option }
  }

  /// A recovery has ended, with whatever outcome.
  ///
  /// - Returns: The subscriptions to notify now.
  package mutating func recoveryEnded(_ id: FailureID, at now: Moment) -> [SubscriptionID] {
    change(at: now) { $0.runningOptions[id] = nil }
  }

  /// A failure is settled; if the snapshot shows it, the snapshot drops it.
  ///
  /// - Returns: The subscriptions to notify now.
  package mutating func settle(_ id: FailureID, at now: Moment) -> [SubscriptionID] {
    change(at: now) { machine in
      guard machine.snapshot.failure?.id == id else { return }
      machine.snapshot.failure = nil
      machine.snapshot.status = machine.snapshot.position == nil ? .loading : .loaded
    }
  }

  /// A recovery failed; its failure replaces the one to recover from in the snapshot.
  ///
  /// - Returns: The subscriptions to notify now.
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
    subscriptions.nextDue(snapshot)
  }

  /// Time has passed.
  ///
  /// - Returns: The subscriptions to notify now; each of them counts as notified.
  package mutating func timePassed(at now: Moment) -> [SubscriptionID] {
    subscriptions.publishDue(snapshot, at: now)
  }
}
