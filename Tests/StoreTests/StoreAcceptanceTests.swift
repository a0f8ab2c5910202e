import Reactor
import TestSupport
import Testing

@testable import Store

/// What becomes of values that are to be kept: the quota, the faults of the disk, and who is asked to wait.
struct StoreAcceptanceTests {
  init() { EventLoopThread.start() }

  private func value(_ number: UInt8, bytes: Int = 1) -> StoredValue {
    StoredValue(
      key: StoreKey([number]), source: [2], body: [UInt8](repeating: number, count: bytes), fetchedAt: 4)
  }

  /// A store in memory whose time stands still, and whose first writes fail.
  @LoopActor private func open(quota: Int = 65_536, failing faults: [StoreFault] = []) -> Store {
    Store(quota: quota, on: LoopActor.shared.loop, timers: TimerQueue(source: ManualTime())) {
      let medium = MemoryMedium()
      medium.contents.faults = faults
      return medium
    }
  }

  /// Waits until all that was asked for is done.
  @LoopActor private func settle(_ store: Store) { store.finishRestoring(within: .seconds(600)) }

  @LoopActor @Test func `a value that fits is accepted, and one that does not is refused`() {
    let store = open(quota: 1_000)
    #expect(store.keep(value(1, bytes: 600)) == .accepted)
    #expect(store.keep(value(2, bytes: 600)) == .full)
    #expect(store.free(for: StoreKey([2]))?.values == [StoreKey([1])])
    #expect(store.keep(value(2, bytes: 600)) == .accepted)
    settle(store)
    #expect(store.quota.values.keys.map(\.bytes) == [[2]])
    store.close(within: .seconds(600))
  }

  @LoopActor @Test func `once the disk has refused one, writes are awaited until one succeeds`() {
    let store = open(failing: [.noRoom])
    #expect(store.keep(value(1)) == .accepted)
    settle(store)
    #expect(store.fault == .noRoom && store.failures == 1 && store.quota.values.isEmpty)
    #expect(store.keep(value(1)) == .awaited)
    settle(store)
    #expect(store.fault == nil && store.keep(value(1)) == .accepted)
    store.close(within: .seconds(600))
  }

  @LoopActor @Test(arguments: [true, false])
  func `of a key that nobody wants nothing stays in memory, so its value can be restored`(isWanted: Bool) {
    let store = open()
    var restored: [StoredValue] = []
    store.begin { if case .restored(let value) = $0 { restored.append(value) } }
    _ = store.keep(value(1))
    settle(store)
    store.forget(StoreKey([1]))
    store.restore(StoreKey([1]), source: [2])
    if !isWanted { store.forget(StoreKey([1])) }
    settle(store)
    #expect(restored == (isWanted ? [value(1)] : []) && store.quota.values.count == 1)
    store.close(within: .seconds(600))
  }
}
