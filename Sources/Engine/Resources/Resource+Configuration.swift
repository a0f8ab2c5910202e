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
    atOnce {
      intake.reconfigure(by: entry)
      offer(customOptions)
      if entry.policy != machine.policy {
        update { $0.policyChanged(to: entry.policy, at: $1) }
        reconfigureWishes(entry.policy.polling, for: owners)
      }
      if let source { replaceSource(by: source, identity: entry.identity) } else { applyWishes() }
    }
  }

  /// What the former source has under way ends with it.
  private func replaceSource(by fresh: any Source, identity: SourceIdentity) {
    let isAnother = intake.replaceSource(by: fresh, identity: identity)
    let isRecovering = snapshot.failure.map { failure in
      environment.failures.ask { $0.isRecovering(failure.id) }
    }
    let replacement = ResourceMachine.Replacement(
      liveMode: fresh.liveMode, isAnother: isAnother, keepsFailure: isRecovering ?? false)
    update({ $0.sourceReplaced(by: replacement, at: $1, fence: fence) }) {
      start($0)
      // Reported as one change.
      applyWishes()
    }
  }

  /// A scenario plays something else from the next attempt on, which waits no longer; values and failures stay.
  func play(_ fresh: any Source, identity: SourceIdentity) {
    intake.play(fresh, identity: identity)
    update { $0.sourceChanged(to: fresh.liveMode, at: $1) }
  }
}
