package import Providers
package import Reactor
package import StatusCore

/// Where the last good values are kept, with a quota on what they may take.
@LoopActor
package protocol ValueStore: AnyObject {
  /// Keeps what a source brought as the newest of `resource`, once it was found to be a value.
  ///
  /// - Throws: `outOfSpace` when it does not fit into the quota, `diskFull`, `storeUnwritable`: the fetch that
  ///   brought it fails with that.
  func keep(_ content: SourceResponse.Content, of resource: ResourceName) throws(Problem)

  /// Drops the oldest entries (`freeSpace`).
  func free() throws(Problem)

  /// Raises the quota for the life of this process (`buyMoreSpace`).
  func raiseQuota() throws(Problem)
}

/// No store: what is fetched lives as long as the process.
package final class NoStore: ValueStore {
  package nonisolated init() {}

  package func keep(_ content: SourceResponse.Content, of resource: ResourceName) {}
  package func free() {}
  package func raiseQuota() {}
}

/// The store of a scenario: it is full until something is done about it, and keeps nothing.
@LoopActor
final class FullStore: ValueStore {
  private var isFull = true

  func keep(_ content: SourceResponse.Content, of resource: ResourceName) throws(Problem) {
    if isFull { throw Problem(.outOfSpace) }
  }

  func free() { isFull = false }
  func raiseQuota() { isFull = false }
}
