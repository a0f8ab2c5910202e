import StatusCore
import Testing

/// What the store adds to a resource: the value of an earlier process, and the disk's refusal.
struct ResourceMachineStoreTests {
  private let old = Timestamp(millisecondsSince1970: 5)

  private func restored(after events: ResourceEvent...) -> ResourceMachine {
    var machine = ResourceMachine(after: events)
    machine.restored(.menu(at: 7), fetchedAt: old, at: .start)
    return machine
  }

  @Test func `a restored value is shown, stale and as old as it is`() {
    let snapshot = restored().snapshot
    #expect(snapshot.status == .loaded && snapshot.isStale && snapshot.updatedAt == old)
    #expect(snapshot.value == .menu(at: 7) && snapshot.revision == 1 && snapshot.valueRevision == 1)
  }

  @Test func `a fetch that confirms it makes it fresh`() {
    var machine = restored()
    _ = machine.handle(.ask(1))
    #expect(machine.snapshot.isStale && machine.snapshot.status == .loaded)
    _ = machine.handle(.confirm(1, at: 9))
    #expect(!machine.snapshot.isStale && machine.snapshot.value == .menu(at: 7))
  }

  @Test func `one that comes during a fetch is shown beneath it`() {
    var machine = restored(after: .ask(1))
    #expect(machine.snapshot.status == .loaded && machine.snapshot.isFetching)
    _ = machine.handle(.leave(1))
    #expect(machine.snapshot.status == .loaded && machine.snapshot.isStale)
  }

  @Test func `one that comes after a failure is kept beneath it`() {
    let snapshot = restored(after: .ask(1), .fail(1)).snapshot
    #expect(snapshot.status == .failed && snapshot.failure != nil && snapshot.value == .menu(at: 7))
  }

  @Test func `a value that could not be written is a failed fetch, and as fresh as it is`() {
    var machine = ResourceMachine(after: [.ask(1), .succeed(1)])
    machine.writeFailed(with: .sample(.diskFull), at: .start)
    let snapshot = machine.snapshot
    #expect(snapshot.status == .failed && !snapshot.isStale && snapshot.failure?.kind == .diskFull)
    #expect(snapshot.value != nil && snapshot.revision == 3)
  }

  @Test func `a fetch under way says more than the write before it`() {
    var machine = ResourceMachine(after: [.ask(1), .succeed(1), .ask(2)])
    let before = machine.snapshot
    machine.writeFailed(with: .sample(.diskFull), at: .start)
    #expect(machine.snapshot == before)
  }
}
