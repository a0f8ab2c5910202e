package import Reactor
package import StatusCore

/// Keeps the last good value of each resource, within a quota.
@LoopActor
package protocol ValueStore: AnyObject {
  /// Keeps the newest value of `resource`.
  ///
  /// - Throws: `outOfSpace` if the value does not fit into the quota, `diskFull` or `storeUnwritable`. The
  ///   fetch then fails with that problem.
  func keep(_ value: ResourceValue, of resource: ResourceName) throws(Problem)

  /// Drops the oldest entries (`freeSpace`).
  func free() throws(Problem)

  /// Raises the quota for the life of this process (`buyMoreSpace`).
  func raiseQuota() throws(Problem)
}

/// A store that keeps nothing: values live as long as the process.
package final class NoStore: ValueStore {
  package nonisolated init() {}

  package func keep(_ value: ResourceValue, of resource: ResourceName) {}
  package func free() {}
  package func raiseQuota() {}
}

/// The store of a scenario: full until space is freed or the quota is raised.
///
/// It keeps nothing.
@LoopActor
final class FullStore: ValueStore {
  private var isFull = true

  func keep(_ value: ResourceValue, of resource: ResourceName) throws(Problem) {
    if isFull { throw Problem(.outOfSpace) }
  }

  func free() { isFull = false }
  func raiseQuota() { isFull = false }
}
