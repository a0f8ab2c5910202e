internal import StatusdClient

/// The notifications of resources that no test has expected yet.
final class NotificationLog: Listener {
  private let changes = Locked<[ResourceID: [StateChanged]]>([:])

  func add(_ notification: StatusdNotification) {
    guard case .stateChanged(let changed) = notification else { return }
    changes.withLock { $0[changed.id, default: []].append(changed) }
  }

  func take(_ resource: ResourceID) -> [StateChanged] {
    changes.withLock { $0.removeValue(forKey: resource) } ?? []
  }

  func lost() {}

  func end(_ error: (any Error)?) {}
}
