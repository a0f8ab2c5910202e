package import StatusCore

/// What the daemon knows, at one moment, of everything that a screen shows.
package struct Sight: Sendable {
  /// A resource as the session of the screen sees it.
  package struct Resource: Sendable {
    package let snapshot: ResourceSnapshot
    /// How to show its failure.
    package let presentation: Presentation?
    package let polling: AutoPolling

    package init(_ snapshot: ResourceSnapshot, presentation: Presentation?, polling: AutoPolling) {
      self.snapshot = snapshot
      self.presentation = presentation
      self.polling = polling
    }

    /// As a session without a view of its own sees it.
    package init(_ snapshot: ResourceSnapshot) {
      self.init(snapshot, presentation: snapshot.failure?.presentation, polling: snapshot.autoPolling)
    }
  }

  package var resources: [ResourceID: Resource] = [:]
  package var location = LocationSnapshot()
  /// Of the failures of responses that the screen keeps (``ScreenMachine/kept``): those that are still open, with the
  /// options that can work now.
  package var open: [FailureID: Failure] = [:]
  /// The options that are being performed, by their failures.
  package var running: [FailureID: RecoveryOptionID] = [:]

  package init() {}
}
