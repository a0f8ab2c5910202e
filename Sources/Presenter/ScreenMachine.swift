package import StatusCore

/// A screen as a state machine: what was pressed on it, and what it shows.
///
/// Everything that the daemon knows comes in as a ``Sight``. The machine itself remembers what only this screen knows:
/// its refreshes, the failures of its calls, and whether it follows the location. Its owner performs the action that a
/// press returns, and looks again (``look(at:_:)``) after every event and at ``wakeAt``.
package struct ScreenMachine: Sendable {
  package private(set) var parts: [ScreenPart]
  package let showsLocation: Bool
  /// Whether a part shows each failure of its resource: those of polls over a value too, and those that would be
  /// alerts.
  ///
  /// For a person who looks at everything and is called by nothing.
  let showsEveryFailure: Bool
  package let unit: WordUnit
  private(set) var places: Set<ResourceID>
  /// The resources that this screen refreshes.
  var refreshing: Set<ResourceID> = []
  /// The failures of which an option was chosen here.
  var chosen: Set<FailureID> = []
  /// The failures of this screen's calls that no snapshot has, oldest first.
  package internal(set) var kept: [Failure] = []
  var isLocationOn = false
  var notice: String?
  var help: String?
  /// The uptime at which words on the screen change; nil for never.
  package internal(set) var wakeAt: Duration?

  package init(
    _ parts: [ScreenPart], showsLocation: Bool, words unit: WordUnit, showsEveryFailure: Bool = false
  ) {
    self.parts = parts
    self.showsLocation = showsLocation
    self.showsEveryFailure = showsEveryFailure
    self.unit = unit
    places = Set(parts.map(\.resource))
  }
}

// MARK: What follows

extension ScreenMachine {
  /// Shows another resource, behind the others.
  package mutating func add(_ part: ScreenPart) {
    parts.append(part)
    places.insert(part.resource)
  }

  package mutating func refreshBegan(_ id: ResourceID) {
    refreshing.insert(id)
  }

  /// A refresh has ended.
  ///
  /// - Parameter failure: nil if it succeeded or was stopped.
  package mutating func refreshEnded(_ id: ResourceID, with failure: Failure? = nil) {
    refreshing.remove(id)
    if let failure { keep(failure) }
  }

  /// An option was performed.
  ///
  /// - Parameter message: What was done, as a sentence.
  package mutating func recovered(_ message: String?) {
    notice = message
  }

  /// The location was not started.
  package mutating func locationRefused() {
    isLocationOn = false
  }

  /// A call of this screen has failed; what is silent is not shown.
  package mutating func keep(_ failure: Failure) {
    if failure.presentation != .silent { show(failure) }
  }

  /// Shows a failure of this screen, even one whose presentation is silent.
  package mutating func show(_ failure: Failure) { kept.append(failure) }
}
