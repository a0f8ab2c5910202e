extension ResourceSnapshot {
  /// Changes the snapshot, and raises its revision if anything but the time of the value has changed.
  mutating func update(_ change: (inout ResourceSnapshot) -> Void) {
    var next = self
    change(&next)
    var atSameTime = next
    atSameTime.updatedAt = updatedAt
    if atSameTime != self { next.revision += 1 }
    self = next
  }

  /// The value has just been fetched or confirmed.
  mutating func markFresh(at time: Timestamp) {
    status = .loaded
    updatedAt = time
    isStale = false
    failure = nil
  }
}
