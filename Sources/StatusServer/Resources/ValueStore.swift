import Jansson
import Reactor
import StatusCore

/// Where the last good values are kept, with a quota on what they may take.
@LoopActor
protocol ValueStore: AnyObject {
  /// Whether there is anything that could be freed, and a quota that could be raised.
  var isThere: Bool { get }

  /// Keeps `value` as the newest of `resource`.
  ///
  /// - Throws: `outOfSpace` when it does not fit into the quota, `diskFull`, `storeUnwritable`: the fetch that
  ///   brought it fails with that.
  func keep(_ value: JSONText, of resource: ResourceName) throws(Problem)

  /// Drops the oldest entries (`freeSpace`).
  func free() throws(Problem)

  /// Raises the quota for the life of this process (`buyMoreSpace`).
  func raiseQuota() throws(Problem)
}

/// No store: what is fetched lives as long as the process.
final class NoStore: ValueStore {
  nonisolated init() {}

  var isThere: Bool { false }
  func keep(_ value: JSONText, of resource: ResourceName) {}
  func free() {}
  func raiseQuota() {}
}
