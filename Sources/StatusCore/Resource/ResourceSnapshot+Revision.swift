extension ResourceSnapshot {
  /// Raises the revision if anything but timing has changed since `before`.
  ///
  /// Timing is when the value was fetched, when the next poll is due, and how many have failed: all of that
  /// moves with every poll, and nobody wants to be notified forty times that nothing is new.
  mutating func raiseRevision(from before: ResourceSnapshot) {
    var atSameTime = self
    atSameTime.updatedAt = before.updatedAt
    if autoPolling.setting == before.autoPolling.setting { atSameTime.autoPolling = before.autoPolling }
    guard atSameTime != before else { return }
    revision += 1
    if value != before.value { valueRevision = value == nil ? 0 : revision }
  }

  /// Shows what of a flight concerns others: one that somebody waits for, or without which there is nothing to
  /// show.
  ///
  /// A poll over a value, or over the failure of the one before it, shows in its outcome alone.
  mutating func show(_ flight: Flight?) {
    let hasNothing = value == nil && failure == nil
    let shown = flight.flatMap { !$0.isRefused && (!$0.waiters.isEmpty || hasNothing) ? $0 : nil }
    if let flight { status = shown != nil && value == nil ? .loading : flight.statusBefore }
    isFetching = shown != nil
    attempt = shown?.attempt.number
    maxAttempts = shown?.maxAttempts
  }

  /// The value has just been fetched or confirmed.
  mutating func markFresh(at time: Timestamp) {
    status = .loaded
    updatedAt = time
    isStale = false
    failure = nil
  }
}
