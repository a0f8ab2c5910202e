// The configuration was read again while the daemon runs.

extension ResourceMachine {
  /// What takes the place of a source.
  package struct Replacement: Sendable {
    /// How the new source delivers values by itself; nil if it does not.
    let liveMode: LiveMode?
    /// Whether it brings other values, so that the present one is not its.
    let isAnother: Bool
    /// Whether the failure in the snapshot stays, because it is being recovered from.
    let keepsFailure: Bool

    package init(liveMode: LiveMode?, isAnother: Bool, keepsFailure: Bool) {
      (self.liveMode, self.isAnother, self.keepsFailure) = (liveMode, isAnother, keepsFailure)
    }
  }

  /// The resource has another source.
  ///
  /// What was under way with the former one ends with it, and so does its failure.
  /// Callers go on waiting, for the new source. A poll is due at once. A value of another source stays and is stale.
  /// The owner has ended the attempt and the connection.
  ///
  /// - Parameter fence: The fence around the new source, if one stands.
  /// - Returns: The attempt to start.
  package mutating func sourceReplaced(
    by replacement: Replacement, at now: Moment, fence: Fence? = nil
  ) -> AttemptID? {
    change(at: now) { machine in
      machine.connection = nil
      machine.liveMode = replacement.liveMode
      machine.schedule.isReconnecting = replacement.liveMode == .insteadOfPolls
      machine.schedule.sourceReplaced(at: now.uptime)
      let former = machine.flight.take()
      if let former { machine.snapshot.status = former.statusBefore }
      if !replacement.keepsFailure { machine.forgetFailure() }
      if replacement.isAnother { machine.disownValue() }
      guard let former, !former.waiters.isEmpty else { return nil }
      let policy = machine.policy
      return machine.begin(at: now, fence: fence) { $0.takeOver(former, policy) }
    }
  }

  /// The policy has changed; it holds from now on, for a flight under way from its next attempt on.
  ///
  /// A value whose age alone makes it stale, or does not, is judged by the new limit.
  package mutating func policyChanged(to fresh: FetchPolicy, at now: Moment) {
    change(at: now) { machine in
      machine.policy = fresh
      guard let since = machine.freshSince else { return }
      let end = fresh.staleAfter.map { since + $0 }
      let isStale = end.map { $0 <= now.uptime } ?? false
      machine.snapshot.isStale = isStale
      machine.staleAt = isStale ? nil : end
    }
  }

  private mutating func forgetFailure() {
    guard snapshot.failure != nil else { return }
    snapshot.failure = nil
    snapshot.status = snapshot.value == nil ? .idle : .loaded
  }

  /// The value is that of another source.
  private mutating func disownValue() {
    (staleAt, freshSince) = (nil, nil)
    snapshot.isStale = snapshot.value != nil
    if snapshot.value == nil, snapshot.status == .loaded { snapshot.status = .idle }
  }
}
