internal import StatusdTypes

/// Who is shown every notification, in the order in which they come.
package protocol Listener: AnyObject, Sendable {
  func add(_ notification: StatusdNotification)
  /// The daemon has ended, and another one is being started.
  func lost()
  /// There will be no more. `error`: nil where the client was closed.
  func end(_ error: (any Error)?)
}

/// The listeners of one client.
///
/// One that nobody else holds any more is forgotten.
package final class Listeners: Sendable {
  private struct Entry {
    weak var listener: (any Listener)?
  }

  private let entries = Locked<[Entry]>([])

  package var all: [any Listener] {
    entries.withLock { entries in
      entries.removeAll { $0.listener == nil }
      return entries.compactMap(\.listener)
    }
  }

  package func listen(_ listener: any Listener) {
    entries.withLock { $0.append(Entry(listener: listener)) }
  }

  package func forget(_ listener: any Listener) {
    entries.withLock { entries in entries.removeAll { $0.listener === listener } }
  }

  func add(_ notification: StatusdNotification) {
    for each in all { each.add(notification) }
  }

  func lost() {
    for each in all { each.lost() }
  }

  func end(_ error: (any Error)?) {
    for each in all { each.end(error) }
  }
}
