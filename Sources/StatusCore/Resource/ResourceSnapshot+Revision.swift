extension ResourceSnapshot {
  /// Raises the revision if anything but timing has changed since `before`.
  ///
  /// Timing is when the value was fetched, when the next poll is due, and how many polls have failed. It
  /// changes with every poll, and a client must not be notified of every poll that brings nothing new.
  mutating func raiseRevision(from before: consuming ResourceSnapshot) {
    before.updatedAt = updatedAt
    if autoPolling.setting == before.autoPolling.setting { before.autoPolling = autoPolling }
    // One that was set has no revision yet.
    let hasOtherValue = valueRevision != before.valueRevision || (value == nil) != (before.value == nil)
    guard hasOtherValue || self != before else { return }
    revision += 1
    if hasOtherValue { valueRevision = value == nil ? 0 : revision }
  }

  /// Shows a flight if somebody waits for it, or if there is neither a value nor a failure to show.
  ///
  /// A poll that nobody waits for is otherwise not shown; only its outcome is.
  ///
  /// - Parameter isOpening: Whether the connection to a live source is open; while there is nothing to show, that is
  ///   a fetch under way.
  mutating func show(_ flight: Flight?, isOpening: Bool) {
    // That there is no value is something to show too, once the source has said so.
    let isEmpty = value == nil && (flight?.statusBefore ?? status) == .loaded
    let hasNothing = value == nil && failure == nil && !isEmpty
    (isFetching, attempt, maxAttempts) = (false, nil, nil)
    if let flight {
      isFetching = !flight.isRefused && (!flight.waiters.isEmpty || hasNothing)
      if isFetching { (attempt, maxAttempts) = (flight.attempt.number, flight.maxAttempts) }
      status = isFetching && value == nil && !isEmpty ? .loading : flight.statusBefore
    }
    if hasNothing, !isFetching { showNothing(isOpening: isOpening) }
  }

  private mutating func showNothing(isOpening: Bool) {
    guard isOpening else {
      if status == .loading { status = .idle }
      return
    }
    (status, isFetching) = (.loading, true)
    (attempt, maxAttempts) = (1, 1)
  }

  /// The last fetch failed.
  mutating func show(_ failure: Failure) {
    status = .failed
    self.failure = failure
  }

  /// The source has just said that there is no value.
  mutating func markEmpty() {
    status = .loaded
    (value, updatedAt, failure) = (nil, nil, nil)
    isStale = false
  }

  /// The value has just been fetched or confirmed.
  mutating func markFresh(at time: Timestamp) {
    status = .loaded
    updatedAt = time
    isStale = false
    failure = nil
  }
}
