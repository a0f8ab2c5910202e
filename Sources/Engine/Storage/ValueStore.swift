package import Providers
package import Reactor
package import StatusCore

/// Keeps the last good value of each resource across restarts, within a quota.
@LoopActor
package protocol ValueStore: AnyObject {
  /// Reports what the store finds, on a later turn or within ``finishRestoring(within:)``.
  var onEvent: (@LoopActor (StoreEvent) -> Void)? { get set }

  /// Looks for the value of a resource that an earlier process has kept.
  func restore(_ resource: ResourceID, from identity: SourceIdentity)

  /// An instance of a parameterised resource is no more; its value stays kept.
  func forget(_ resource: ResourceID)

  /// Waits until what was looked for is found, but not longer than that.
  func finishRestoring(within limit: Duration)

  /// Keeps the newest value of a resource.
  ///
  /// - Returns: Nil once the value is accepted, which is nearly always. A write to wait for, where the last one
  ///   failed: the fetch then ends as the write does.
  /// - Throws: Why the value cannot be kept, such as `outOfSpace`; the fetch fails with it, and the value is shown.
  func keep(_ value: KeptValue, of resource: ResourceID) throws(Problem) -> PendingWrite?

  /// A resource has no value any more, so what was kept of it goes.
  func remove(_ resource: ResourceID)

  /// Drops the oldest entries (`freeSpace`), so that the value of `resource` fits.
  ///
  /// - Returns: A sentence for a person; nil for nothing to say.
  func free(for resource: ResourceID) throws(Problem) -> String?

  /// Raises the quota for the life of this process (`buyMoreSpace`).
  ///
  /// - Returns: A sentence for a person; nil for nothing to say.
  func raiseQuota() throws(Problem) -> String?

  /// Whether the store keeps the history of fetches and can be asked for it now.
  var keepsHistory: Bool { get }

  /// Adds a fetch to the history of a resource.
  func record(_ sample: FetchSample, of resource: ResourceID)

  /// Reads the newest fetches that ended at a date or later, newest first.
  ///
  /// - Parameter completion: Called once, on a later turn; with nil if the store cannot be read, and with a problem if
  ///   the disk does not respond.
  func readHistory(
    of resource: ResourceID, since date: Timestamp?, limit: Int, _ completion: @escaping HistoryCompletion)

  /// What the store holds; nil for one that keeps nothing.
  var statistics: StoreStatistics? { get }

  /// Writes what waits, at the end of the process, but does not take longer than that.
  func close(within limit: Duration)
}

/// Takes the fetches of a history, nil for none that can be read.
package typealias HistoryCompletion = @LoopActor (Result<[FetchSample]?, Problem>) -> Void

/// What a store reports by itself.
package enum StoreEvent: Sendable {
  /// An earlier process has kept this value.
  case restored(ResourceID, RestoredValue)
  /// A value that was accepted could not be written.
  case failed(ResourceID, Problem)
}

/// A value to keep, with what is needed to ask its source whether there is another.
package struct KeptValue: Sendable {
  package let value: ResourceValue
  package let validators: Validators?
  package let identity: SourceIdentity
  package let fetchedAt: Timestamp
  /// Whether it is another value than the one that the store took last.
  package let isNew: Bool
}

/// A value that an earlier process has kept.
package struct RestoredValue: Sendable {
  package let value: ResourceValue
  package let validators: Validators?
  package let fetchedAt: Timestamp

  package init(value: ResourceValue, validators: Validators?, fetchedAt: Timestamp) {
    (self.value, self.validators, self.fetchedAt) = (value, validators, fetchedAt)
  }
}

/// A value that is being written.
@LoopActor
package final class PendingWrite {
  private var onEnd: (@LoopActor (Problem?) -> Void)?
  /// What the fetch fails with when the disk takes longer than it may.
  let slowness: Problem

  package init(slowness: Problem = Problem(.storeUnwritable)) {
    self.slowness = slowness
  }

  /// Calls `completion` once, on a later turn, with the problem if the value could not be written.
  func onEnd(_ completion: @escaping @LoopActor (Problem?) -> Void) {
    onEnd = completion
  }

  package func end(with problem: Problem?) {
    let completion = onEnd.take()
    completion?(problem)
  }

  /// Gives up the wait; the write goes on.
  func cancel() {
    onEnd = nil
  }
}

// MARK: Stores that keep nothing

extension ValueStore {
  package func restore(_ resource: ResourceID, from identity: SourceIdentity) {}
  package func forget(_ resource: ResourceID) {}
  package func remove(_ resource: ResourceID) {}
  package func finishRestoring(within limit: Duration) {}
  package func close(within limit: Duration) {}
  package var keepsHistory: Bool { false }
  package var statistics: StoreStatistics? { nil }
  package func record(_ sample: FetchSample, of resource: ResourceID) {}

  /// Not asked without ``keepsHistory``.
  package func readHistory(
    of resource: ResourceID, since date: Timestamp?, limit: Int, _ completion: @escaping HistoryCompletion
  ) {}
}

/// A store that keeps nothing: values live as long as the process.
package final class NoStore: ValueStore {
  package var onEvent: (@LoopActor (StoreEvent) -> Void)?

  package nonisolated init() {}

  package func keep(_ value: KeptValue, of resource: ResourceID) -> PendingWrite? { nil }
  package func free(for resource: ResourceID) -> String? { nil }
  package func raiseQuota() -> String? { nil }
}

/// The store of a scenario, which may be full until space is freed or the quota is raised.
///
/// It keeps nothing.
@LoopActor
final class ScenarioStore: ValueStore {
  var onEvent: (@LoopActor (StoreEvent) -> Void)?
  var isFull: Bool

  init(isFull: Bool) {
    self.isFull = isFull
  }

  func keep(_ value: KeptValue, of resource: ResourceID) throws(Problem) -> PendingWrite? {
    if isFull, value.isNew { throw Problem(.outOfSpace) }
    return nil
  }

  func free(for resource: ResourceID) -> String? {
    isFull = false
    return nil
  }

  func raiseQuota() -> String? {
    isFull = false
    return nil
  }
}

/// What the store holds, and how it has fared since the start.
package struct StoreStatistics: Hashable, Sendable {
  /// The folder.
  package let path: String
  /// What values and history count against the quota.
  package let bytes: Int
  package let quota: Int
  /// How many values, and how many fetches of the history, are kept.
  package let (values, history): (Int, Int)
  /// Fetches of the history that were lost, because the disk was slow or refused them.
  package let historyLost: Int
  /// Writes and reads that failed.
  package let failures: Int
  /// Values and files that were damaged and put aside.
  package let damaged: Int
  /// What the store fails with now; nil while it works.
  package let problem: FailureKind?
}
