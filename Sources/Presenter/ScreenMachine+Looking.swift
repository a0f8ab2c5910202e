package import StatusCore

extension ScreenMachine {
  /// What the screen shows now; ``wakeAt`` is when to look again though nothing happens.
  package mutating func look(at sight: Sight, _ now: Moment) -> Screen {
    prune(sight)
    var words = Words(unit, at: now)
    let screen = Screen(
      parts: parts.map { part($0.resource, sight, &words) },
      place: showsLocation ? place(sight, &words) : nil,
      alert: alert(sight).map { box($0, sight, &words) }, notice: notice, help: help)
    wakeAt = words.wakeAt
    return screen
  }

  /// Forgets the failures that are settled, or that a snapshot has overtaken.
  private mutating func prune(_ sight: Sight) {
    if !kept.isEmpty { kept = kept.compactMap { sight.open[$0.id] }.filter { !isOvertaken($0, sight) } }
    if !chosen.isEmpty { chosen = chosen.filter { openFailure($0, sight) != nil } }
  }

  /// Whether the snapshot has this failure, or a newer one.
  private func isOvertaken(_ failure: Failure, _ sight: Sight) -> Bool {
    guard let id = failure.resourceID else { return false }
    let shown = id == .location ? sight.location.failure : sight.resources[id]?.snapshot.failure
    return shown.map { $0.id >= failure.id } ?? false
  }

  private func part(_ id: ResourceID, _ sight: Sight, _ words: inout Words) -> Screen.Part {
    let seen = sight.resources[id] ?? Sight.Resource(ResourceSnapshot(resource: id))
    let snapshot = seen.snapshot
    let isRefreshing = refreshing.contains(id)
    let failure = inline(id, seen)
    let attempt = snapshot.attempt.flatMap { number in
      snapshot.maxAttempts.map { Screen.AttemptNumber(number: number, limit: $0) }
    }
    return Screen.Part(
      phase: phase(snapshot, isLoading: snapshot.isFetching || isRefreshing, failure),
      isSpinning: snapshot.isFetching || isRefreshing, attempt: attempt, value: snapshot.value,
      age: words.age(of: snapshot.updatedAt), failure: failure.map { box($0, sight, &words) },
      canRefresh: !isRefreshing, canStop: isRefreshing,
      polling: Screen.PollingSwitch(
        isOn: seen.polling.isEnabled, interval: seen.polling.interval,
        next: seen.polling.isEnabled ? words.ahead(seen.polling.nextPollAt) : nil))
  }

  private func phase(_ snapshot: ResourceSnapshot, isLoading: Bool, _ failure: Failure?) -> Screen.Phase {
    if snapshot.value != nil { return snapshot.isStale ? .stale : .content }
    if isLoading { return .loading }
    return failure == nil ? .blank : .error
  }

  private func place(_ sight: Sight, _ words: inout Words) -> Screen.Place {
    let snapshot = sight.location
    let failure =
      isLocationOn ? snapshot.failure ?? kept.last { $0.resourceID == .location } : nil
    let isLive = isLocationOn && snapshot.status == .loaded
    let phase: Screen.Phase =
      if snapshot.position != nil { isLive ? .content : .stale } else if failure != nil {
        // Here a failure comes before loading: the source goes on looking for a place behind it.
        .error
      } else { isLocationOn ? .loading : .blank }
    return Screen.Place(
      phase: phase, isOn: isLocationOn, position: snapshot.position, age: words.age(of: snapshot.timestamp),
      failure: failure.map { box($0, sight, &words) })
  }

  private func box(_ failure: Failure, _ sight: Sight, _ words: inout Words) -> Screen.Box {
    Screen.Box(
      failure: failure, running: sight.running[failure.id],
      countdown: failure.retryAfter == nil ? nil : words.countdown(to: failure.retryAt))
  }
}
