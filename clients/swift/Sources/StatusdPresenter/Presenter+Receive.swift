internal import StatusdTypes

extension Presenter {
  /// A press came too late: what it was for is settled.
  ///
  /// The snapshot shows what is now.
  private static let late: Set<FailureKind> = [
    .failureNotFound, .optionNotFound, .alreadyRecovered, .nothingToRetry,
  ]

  mutating func take(_ input: Input, at now: Moment) {
    switch input {
    case .stateChanged(let changed):
      take(Snapshot(changed), at: now)
    case .locationChanged(let changed):
      if changed.subscriptionId == model.session.subscription { take(changed.location) }
    case .result(let id, let reply):
      if let call = end(id) { succeed(call, reply, at: now) }
    case .failure(let id, let failure):
      if let call = end(id) { fail(call, failure) }
    }
  }

  /// The call that has ended; nil for one of a process before.
  private mutating func end(_ id: Int) -> Call? {
    guard let index = model.session.calls.firstIndex(where: { $0.id == id }) else { return nil }
    return model.session.calls.remove(at: index).call
  }

  private mutating func take(_ snapshot: Snapshot, at now: Moment) {
    let id = snapshot.id
    // Instances that are not on the screen come and go without end.
    guard id.arguments.isEmpty || model.places.contains(id) else { return }
    guard snapshot.revision >= model.present(id)?.revision ?? 0 else { return }
    model.snapshots[id] = snapshot
    model.taken[id] = now
    model.session.present.insert(id)
    for part in model.parts where part.resource == id {
      model.contents[part.name] = snapshot.value.map { ResourceScreen.Content($0, part.shape) }
    }
  }

  private mutating func take(_ location: LocationSnapshot) {
    model.location = location
    model.session.hasLocation = true
  }

  private mutating func succeed(_ call: Call, _ reply: Reply, at now: Moment) {
    switch (call, reply) {
    case (_, .snapshot(let snapshot)): take(snapshot, at: now)
    case (_, .polling(let polling)): change(polling)
    case (.retry(let failureId, _), .recovery(let recovery)): recover(failureId, recovery.result, at: now)
    case (_, .help(let section)): model.help = section
    case (_, .subscription(let subscription)):
      model.session.subscription = subscription.subscriptionId
      take(subscription.location)
    case (_, .unsubscribed):
      model.session.subscription = nil
      model.session.hasLocation = false
    case (_, .recovery): break
    }
  }

  private mutating func recover(_ failureId: String, _ state: RecoveredState?, at now: Moment) {
    // `keepTrying` settles nothing.
    if case .polling(let polling) = state { return change(polling) }
    model.session.drop(failureId)
    switch state {
    case .snapshot(let snapshot): take(snapshot, at: now)
    case .location(let location): take(location)
    case .polling, nil: break
    }
  }

  private mutating func change(_ polling: ResourcePolling) {
    model.wishes.remember(polling)
    model.snapshots[polling.id]?.autoPolling = polling.autoPolling
  }

  private mutating func fail(_ call: Call, _ failure: FailureData?) {
    switch call {
    case .subscribeLocation: model.wantsLocation = false
    case .unsubscribeLocation:
      model.session.subscription = nil
      return  // It has ended, which is what was wanted.
    case .retry(let failureId, _): model.session.drop(failureId)  // The fresh one takes over.
    case .getState, .refresh, .setAutoPolling, .getHelp: break
    }
    guard let failure, failure.presentation != .silent, !Self.late.contains(failure.kind) else { return }
    model.session.keep(failure)
  }
}
