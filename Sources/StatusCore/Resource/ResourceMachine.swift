/// The fetching of one resource as a state machine (PROTOCOL.md section 5).
///
/// At most one flight is under way; who asks meanwhile joins it. The owner starts and aborts flights as the
/// actions say and reports how they end. What an earlier flight reports is out of date and changes nothing.
package struct ResourceMachine: Sendable {
  package private(set) var snapshot: ResourceSnapshot
  private let maxAttempts: Int
  private var flight: Flight?
  private var flightCount = 0

  private struct Flight {
    let id: FlightID
    var waiters: [WaiterID]
    /// What an abort goes back to.
    let statusBefore: ResourceStatus
  }

  /// A resource that was never asked for.
  package init(resource: ResourceName, maxAttempts: Int = 1) {
    snapshot = ResourceSnapshot(resource: resource)
    self.maxAttempts = maxAttempts
  }

  package var isFetching: Bool { flight != nil }

  /// Who waits for the flight under way, in the order in which they came.
  package var waiters: [WaiterID] { flight?.waiters ?? [] }

  /// What the owner has to do about a request.
  package enum FetchAction: Hashable, Sendable {
    case start(FlightID)
    /// Nothing: the flight under way will answer this one too.
    case join(FlightID)
  }

  /// Someone asks for a fetch and waits for its end.
  package mutating func fetchRequested(by waiter: WaiterID) -> FetchAction {
    if let id = flight?.id {
      if !waiters.contains(waiter) { flight?.waiters.append(waiter) }
      return .join(id)
    }
    flightCount += 1
    let id = FlightID(flightCount)
    flight = Flight(id: id, waiters: [waiter], statusBefore: snapshot.status)
    snapshot.update { snapshot in
      if snapshot.value == nil { snapshot.status = .loading }
      snapshot.isFetching = true
      snapshot.attempt = 1
      snapshot.maxAttempts = maxAttempts
    }
    return .start(id)
  }

  /// What the owner has to do when a waiter has gone.
  package enum DepartureAction: Hashable, Sendable {
    case none
    /// Nobody waits any more: end the flight.
    case abort(FlightID)
  }

  /// A waiter wants no answer any more.
  ///
  /// With the last one the flight ends, and but for its revision the snapshot is what it was before.
  package mutating func waiterLeft(_ waiter: WaiterID) -> DepartureAction {
    guard let present = flight, let index = present.waiters.firstIndex(of: waiter) else { return .none }
    flight?.waiters.remove(at: index)
    guard waiters.isEmpty else { return .none }
    _ = land(present.id) { $0.status = present.statusBefore }
    return .abort(present.id)
  }
}

extension ResourceMachine {
  /// A flight brought a value.
  ///
  /// - Returns: Who waited, in the order in which they came; nil when the flight is out of date.
  package mutating func succeeded(
    _ flight: FlightID, with value: ResourceValue, at time: Timestamp
  ) -> [WaiterID]? {
    land(flight) { snapshot in
      snapshot.value = value
      snapshot.markFresh(at: time)
    }
  }

  /// A flight brought the news that the value is still the one of ``snapshot`` (HTTP status 304).
  ///
  /// - Precondition: There is a value. A source that says "not modified" where nothing was kept has failed,
  ///   and its owner reports it with ``failed(_:with:)``.
  /// - Returns: Who waited, in the order in which they came; nil when the flight is out of date.
  package mutating func succeededUnchanged(_ flight: FlightID, at time: Timestamp) -> [WaiterID]? {
    land(flight) { snapshot in
      precondition(snapshot.value != nil, "nothing was kept that could be unchanged")
      snapshot.markFresh(at: time)
    }
  }

  /// A flight failed; an earlier value is kept and is stale from now on.
  ///
  /// - Returns: Who waited, in the order in which they came; nil when the flight is out of date.
  package mutating func failed(_ flight: FlightID, with failure: Failure) -> [WaiterID]? {
    land(flight) { snapshot in
      snapshot.status = .failed
      snapshot.failure = failure
      snapshot.isStale = snapshot.value != nil
    }
  }

  /// Ends `id`, if it is the flight under way, with `outcome`.
  private mutating func land(_ id: FlightID, outcome: (inout ResourceSnapshot) -> Void) -> [WaiterID]? {
    guard let present = flight, present.id == id else { return nil }
    flight = nil
    snapshot.update { snapshot in
      snapshot.isFetching = false
      snapshot.attempt = nil
      snapshot.maxAttempts = nil
      outcome(&snapshot)
    }
    return present.waiters
  }
}
