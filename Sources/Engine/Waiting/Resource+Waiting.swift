import StatusCore

extension Resource {
  /// Polls on behalf of an owner that waits for a value; snapshots do not say so.
  ///
  /// - Parameter interval: Nil for the configured one.
  func beginWait(interval: Duration?, for owner: Owner) {
    wishes.wait(interval: interval, for: owner)
    applyWishes()
  }

  /// Ends that; a poll under way is given up if nobody else wants it.
  func endWait(for owner: Owner) {
    guard wishes.withdraw(owner) else { return }
    applyWishes()
    update({ $0.pollGivenUp(at: $1) }) { if case .abort = $0 { intake.cancel() } }
  }
}
