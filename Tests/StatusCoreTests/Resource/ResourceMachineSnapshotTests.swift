import StatusCore
import Testing

@Suite struct ResourceMachineSnapshotTests {
  private func snapshot(after events: ResourceEvent...) -> ResourceSnapshot {
    ResourceMachine(after: events).snapshot
  }

  @Test(
    arguments: [
      ([], .idle),
      ([.ask(1)], .loading),
      ([.ask(1), .succeed(1)], .loaded),
      ([.ask(1), .fail(1)], .failed),
      // Without a value it loads again; over a value it stays what it was.
      ([.ask(1), .fail(1), .ask(1)], .loading),
      ([.ask(1), .succeed(1), .ask(1)], .loaded),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1)], .failed),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1), .confirm(3)], .loaded),
      // After an abort it is what it was before.
      ([.ask(1), .leave(1)], .idle),
      ([.ask(1), .fail(1), .ask(1), .leave(1)], .failed),
      ([.ask(1), .succeed(1), .ask(1), .leave(1)], .loaded),
    ] as [([ResourceEvent], ResourceStatus)])
  func `the status follows the flights`(events: [ResourceEvent], status: ResourceStatus) {
    #expect(ResourceMachine(after: events).snapshot.status == status)
  }

  @Test(
    arguments: [
      ([], 0),
      ([.ask(1)], 1),
      // Joining, leaving with others left, and news out of date change nothing.
      ([.ask(1), .ask(2), .leave(1)], 1),
      ([.succeed(1), .fail(1), .leave(1)], 0),
      ([.ask(1), .succeed(1)], 2),
      ([.ask(1), .fail(1)], 2),
      // An abort is a change as well: revisions never go back.
      ([.ask(1), .leave(1)], 2),
      ([.ask(1), .succeed(1), .ask(1), .confirm(2)], 4),
      ([.ask(1), .leave(1), .ask(1), .succeed(1)], 3),
    ] as [([ResourceEvent], Int)])
  func `the revision counts the changes`(events: [ResourceEvent], revision: Int) {
    #expect(ResourceMachine(after: events).snapshot.revision == revision)
  }

  @Test(
    arguments: [
      ([], false),
      ([.ask(1), .fail(1)], false),
      ([.ask(1), .succeed(1), .ask(1)], false),
      ([.ask(1), .succeed(1), .ask(1), .fail(2)], true),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1)], true),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1), .leave(1)], true),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1), .succeed(3)], false),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1), .confirm(3)], false),
    ] as [([ResourceEvent], Bool)])
  func `a value is stale from a later failure to the next success`(events: [ResourceEvent], isStale: Bool) {
    #expect(ResourceMachine(after: events).snapshot.isStale == isStale)
  }

  @Test(
    arguments: [
      ([.ask(1), .fail(1)], .timeout),
      ([.ask(1), .fail(1), .ask(1)], .timeout),
      ([.ask(1), .fail(1), .ask(1), .leave(1)], .timeout),
      ([.ask(1), .fail(1), .ask(1), .fail(2, as: .offline)], .offline),
      ([.ask(1), .fail(1), .ask(1), .succeed(2)], nil),
      ([.ask(1), .succeed(1), .ask(1), .fail(2), .ask(1), .confirm(3)], nil),
    ] as [([ResourceEvent], FailureKind?)])
  func `a failure is kept until a fetch succeeds`(events: [ResourceEvent], kind: FailureKind?) {
    #expect(ResourceMachine(after: events).snapshot.failure?.kind == kind)
  }

  @Test(
    arguments: [
      [.ask(1), .fail(2)],
      [.ask(1), .confirm(2, at: 9)],
      [.ask(1)],
      [.ask(1), .leave(1)],
      [.ask(1), .fail(2), .ask(1), .fail(3)],
      [.succeed(1, price: 9)],
    ] as [[ResourceEvent]])
  func `a value is kept until another one comes`(events: [ResourceEvent]) {
    let machine = ResourceMachine(after: [.ask(1), .succeed(1, price: 4)] + events)
    #expect(machine.snapshot.value == .menu(at: 4))
  }

  @Test func `a new value takes the place of the old one`() {
    let snapshot = snapshot(after: .ask(1), .succeed(1, price: 4), .ask(1), .succeed(2, price: 5))
    #expect(snapshot.value == .menu(at: 5))
  }

  @Test(
    arguments: [
      ([.ask(1), .succeed(1, at: 10)], 10),
      ([.ask(1), .succeed(1, at: 10), .ask(1), .fail(2)], 10),
      ([.ask(1), .succeed(1, at: 10), .ask(1), .succeed(2, at: 20)], 20),
      ([.ask(1), .succeed(1, at: 10), .ask(1), .confirm(2, at: 30)], 30),
    ] as [([ResourceEvent], Int64)])
  func `a success sets the time of the value`(events: [ResourceEvent], time: Int64) {
    let snapshot = ResourceMachine(after: events).snapshot
    #expect(snapshot.updatedAt?.millisecondsSince1970 == time)
  }

  @Test func `attempts are reported while a fetch is under way`() {
    let fetching = snapshot(after: .ask(1))
    #expect([fetching.attempt, fetching.maxAttempts] == [1, 1])
  }

  @Test(arguments: [.succeed(1), .fail(1), .leave(1)] as [ResourceEvent])
  func `attempts are not reported when no fetch is under way`(end: ResourceEvent) {
    let snapshot = snapshot(after: .ask(1), end)
    #expect([snapshot.attempt, snapshot.maxAttempts] == [nil, nil])
  }

  @Test(
    arguments: [
      [], [.ask(1), .succeed(1)], [.ask(1), .fail(1)], [.ask(1), .succeed(1), .ask(1), .fail(2)],
    ] as [[ResourceEvent]])
  func `an abort leaves the snapshot as it was, but for its revision`(events: [ResourceEvent]) {
    var machine = ResourceMachine(after: events)
    var expected = machine.snapshot
    expected.revision += 2
    _ = machine.handle(.ask(9))
    _ = machine.handle(.leave(9))
    #expect(machine.snapshot == expected)
  }
}
