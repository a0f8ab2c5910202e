internal import StatusdTypes

extension Model {
  /// What failures of the location are about.
  static let location: ResourceID = "location"

  /// The failures to show: the snapshots' first, then those of responses, the newest first.
  var openFailures: [FailureData] {
    (snapshotFailures + session.failures.reversed()).filter { failure in
      failure.presentation != .silent && !running(failure.failureId).contains(.cancel)
    }
  }

  private var snapshotFailures: [FailureData] {
    let failures = parts.compactMap { present($0.resource)?.failure }
    guard wantsLocation, session.hasLocation, let failure = location?.failure else { return failures }
    return failures + [failure]
  }

  /// What nothing on the screen could show in its place is shown before the person.
  private func isAlert(_ failure: FailureData) -> Bool {
    guard failure.presentation != .alert, let id = failure.id else { return true }
    return !places.contains(id) && id != Self.location
  }

  /// The failure to show in the place of a resource, an instance or the location.
  func inline(_ resource: ResourceID) -> FailureData? {
    openFailures.first { $0.id == resource && !isAlert($0) }
  }

  /// The newest alert.
  ///
  /// An older one that is still open comes back after it.
  var alert: FailureData? {
    openAlerts.first { $0.failureId == session.alerts.last }
  }

  /// The version of a failure that comes first is that of now.
  private var openAlerts: [FailureData] {
    var ids: Set<String> = []
    return openFailures.filter { isAlert($0) && ids.insert($0.failureId).inserted }
  }

  /// Whether the resource of a response's failure has that very failure in its snapshot, or what is newer.
  private func isOutdated(_ failure: FailureData) -> Bool {
    guard let id = failure.id, let snapshot = present(id) else { return false }
    if snapshot.failure?.failureId == failure.failureId { return true }
    guard let occurred = Moment(failure.occurredAt) else { return false }
    let times = [snapshot.failure?.occurredAt, snapshot.updatedAt].compactMap { Moment($0) }
    return times.contains { $0 > occurred }
  }

  /// Forgets failures that are outdated and alerts that are settled; new alerts come last.
  mutating func prune() {
    let outdated = Set(session.failures.filter(isOutdated).map(\.failureId))
    session.failures.removeAll { outdated.contains($0.failureId) }
    let open = openAlerts.map(\.failureId)
    let kept = session.alerts.filter(open.contains)
    session.alerts = kept + open.filter { !kept.contains($0) }
  }
}
