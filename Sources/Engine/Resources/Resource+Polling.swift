package import StatusCore

// Whoever wants a resource polled.

extension Resource {
  /// Sets whether `owner` wants the resource polled, and how often; switching it on fetches at once.
  ///
  /// The resource is polled while any owner wants that, at the smallest interval that an owner wants.
  ///
  /// - Parameter interval: Nil keeps the owner's interval, which is the configured one at first.
  package func setPolling(_ isEnabled: Bool, interval: Duration? = nil, for owner: Owner) {
    let (before, revision) = (environment.isShared ? wishes.wish(of: owner) : nil, snapshot.revision)
    let (effective, shown) = (wishes.effective, wishes.shown)
    wishes.set(isEnabled, interval: interval, of: owner)
    if (wishes.effective, wishes.shown) != (effective, shown) { applyWishes() }
    // What others want may hide it from all but this owner.
    guard environment.isShared, revision == snapshot.revision, before != wishes.wish(of: owner) else {
      return
    }
    update(reportingTo: owner) { machine, _ in machine.wishChanged() }
  }

  /// What an owner wants by itself, and what happens.
  package func polling(wantedBy owner: Owner) -> (wanted: PollingSettings, effective: PollingSettings) {
    (wishes.wish(of: owner), wishes.visible)
  }

  /// Starts polling on behalf of `owner` if the configuration polls the resource from the start.
  func begin(for owner: Owner) {
    guard machine.policy.polling.isEnabled else { return }
    wishes.join(owner)
    applyWishes()
  }

  /// Withdraws the wish of an owner that has gone.
  func forget(_ owner: Owner) {
    if wishes.withdraw(owner) { applyWishes() }
  }

  /// Polls as another configuration says from now on.
  func reconfigureWishes(_ polling: PollingSettings, for owners: [Owner]) {
    wishes.reconfigure(polling)
    for owner in owners { wishes.join(owner) }
  }

  func applyWishes() {
    let (wish, shown) = (wishes.effective, wishes.shown)
    update(
      {
        $0.setPolling(wish.isEnabled, interval: wish.interval, shownAs: shown, at: $1, fence: fence)
      }, then: start)
  }
}
