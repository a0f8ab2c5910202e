import Providers
import StatusCore

// The configuration was read again while the daemon runs.

extension Resource {
  /// Takes what has changed of its entry.
  ///
  /// - Parameters:
  ///   - source: The new source; nil if the present one is what the entry says.
  ///   - owners: Those for whom it is polled from now on, if they have said nothing else.
  func reconfigure(
    by entry: Configuration.Resource, source: (any Source)?, customOptions: CustomOptions, owners: [Owner]
  ) {
    excerpts = entry.excerpts
    // Another one makes another value of the same body.
    if entry.pointer != pointer { (pointer, bodyDigest) = (entry.pointer, nil) }
    self.customOptions = customOptions
    machine.customOptions = customOptions.offered
    if entry.policy != machine.policy {
      machine.policyChanged(to: entry.policy, at: environment.now)
      wishes.reconfigure(entry.policy.polling)
      for owner in owners { wishes.join(owner) }
      reportChange()
    }
    if let source { replaceSource(by: source, identity: entry.identity) }
    applyWishes()
  }

  /// What the former source has under way ends with it, so that its value cannot take the place of a newer one.
  private func replaceSource(by fresh: any Source, identity fresher: SourceIdentity) {
    endAttempt()
    link.close()
    let isAnother = identity != fresher
    (source, identity) = (fresh, fresher)
    // They name a version of the former source's document.
    if isAnother { validators = nil }
    let isRecovering = snapshot.failure.map { environment.failures.ledger.isRecovering($0.id) } ?? false
    let begun = machine.sourceReplaced(
      by: .init(liveMode: fresh.liveMode, isAnother: isAnother, keepsFailure: isRecovering),
      at: environment.now, fence: fence)
    if let begun { start(begun) }
  }

  /// A scenario plays something else from the next attempt on, which waits no longer; values and failures stay.
  func play(_ fresh: any Source, identity fresher: SourceIdentity) {
    (source, identity) = (fresh, fresher)
    validators = nil
    machine.sourceChanged(to: fresh.liveMode, at: environment.now)
    proceedLater()
  }
}
