/// On whose behalf the engine acts: a session, a status bar, a test.
///
/// Whatever is made for an owner (observers, subscriptions, the wish to poll) ends with it, by
/// ``Engine/forget(_:)``. Two owners are the same when they are the same object.
package final class Owner: Sendable {
  /// For the log.
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}

extension Owner: Hashable {
  package static func == (left: Owner, right: Owner) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
