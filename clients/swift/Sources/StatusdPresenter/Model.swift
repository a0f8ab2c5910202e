internal import StatusdTypes

/// What a presenter remembers, and what follows from it at any moment.
struct Model: Sendable {
  /// Seconds after the date of a poll until the presenter asks what became of it.
  private static let grace = 1.0

  let parts: [Part]
  /// What is on the screen.
  let places: Set<ResourceID>
  var isConnected = false
  var session = Session()
  var snapshots: [ResourceID: Snapshot] = [:]
  /// What the parts make of the values of `snapshots`, by the names of the parts.
  var contents: [String: ResourceScreen.Content] = [:]
  /// When each snapshot came.
  var taken: [ResourceID: Moment] = [:]
  /// Polling as it was switched from here, for the next process.
  var wishes = PollingWishes()
  var location: LocationSnapshot?
  var wantsLocation = false
  var help: HelpSection?

  init(_ parts: [Part]) {
    self.parts = parts
    places = Set(parts.map(\.resource))
  }

  func part(_ name: String) -> Part? {
    parts.first { $0.name == name }
  }

  /// The snapshot that the running process gave.
  func present(_ resource: ResourceID) -> Snapshot? {
    session.present.contains(resource) ? snapshots[resource] : nil
  }

  func isPending(_ call: Call) -> Bool {
    session.calls.contains { $0.call == call }
  }

  /// Whether a poll should have been reported by now.
  func isOverdue(_ part: Part, at now: Moment) -> Bool {
    guard let polling = present(part.resource)?.autoPolling, polling.enabled,
      !isPending(.getState(part.resource))
    else { return false }
    // The date is absent while a poll is under way.
    let due = Moment(polling.nextPollAt) ?? Moment(milliseconds: 0)
    let since = max(taken[part.resource] ?? Moment(milliseconds: 0), due)
    return now >= since.advanced(bySeconds: Self.grace)
  }

  // MARK: Buttons

  func canRefresh(_ part: Part) -> Bool {
    isConnected && !isPending(.refresh(part.resource))
  }

  /// The refreshes that can be cancelled.
  func stoppable(_ part: Part) -> [Request] {
    session.calls.filter { $0.call == .refresh(part.resource) && !session.cancelled.contains($0.id) }
  }

  func canSwitch(_ part: Part) -> Bool {
    present(part.resource) != nil
  }

  /// Whether the switch is on: as it was pressed last, else as the daemon says.
  func isPolled(_ part: Part) -> Bool {
    for request in session.calls.reversed() {
      if case .setAutoPolling(part.resource, let isEnabled, _) = request.call { return isEnabled }
    }
    return snapshots[part.resource]?.autoPolling.enabled ?? false
  }

  /// The options of a failure that were chosen and have not ended.
  func running(_ failureId: String) -> Set<RecoveryOptionID> {
    let options = session.calls.compactMap { request -> RecoveryOptionID? in
      guard case .retry(failureId, let option) = request.call else { return nil }
      return option
    }
    return Set(options)
  }

  /// Whether an option can be chosen: while one runs, nothing but `cancel` can.
  func isEnabled(_ option: RecoveryOptionID, of failureId: String) -> Bool {
    isConnected && (option == .cancel || running(failureId).isEmpty)
  }
}
