package import Engine
package import Reactor
package import StatusCore

/// A store that is full, or broken, when the test says so.
@LoopActor
package final class ScriptedStore: ValueStore {
  /// What keeping a value fails with until it is freed or its quota raised.
  package var problem: Problem?
  /// What freeing and raising fail with.
  package var obstacle: Problem?
  package private(set) var kept: [String] = []
  package private(set) var actions: [String] = []

  package nonisolated init() {}

  package var onEvent: (@LoopActor (StoreEvent) -> Void)?
  /// What the store was given to keep.
  package private(set) var values: [KeptValue] = []
  /// Whether values are written only when the test says so.
  package var isSlow = false
  package private(set) var writes: [PendingWrite] = []

  package func keep(_ value: KeptValue, of resource: ResourceID) throws(Problem) -> PendingWrite? {
    if let problem, value.isNew { throw problem }
    kept.append("\(resource)")
    values.append(value)
    guard isSlow else { return nil }
    writes.append(PendingWrite())
    return writes.last
  }

  package func free(for resource: ResourceID) throws(Problem) -> String? {
    try act("free")
    return "2 old entries were removed."
  }

  package func raiseQuota() throws(Problem) -> String? {
    try act("raiseQuota")
    return nil
  }

  private func act(_ name: String) throws(Problem) {
    actions.append(name)
    if let obstacle { throw obstacle }
    problem = nil
  }
}
