import Foundation
import StatusdTypes
import Testing

@testable import StatusdClient

struct PendingCallsTests {
  private struct Reason: Error {}

  private final class Taken: Sendable {
    let names = Locked<[String]>([])
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  @Test func `a call that was withdrawn has no second end`() {
    var calls = PendingCalls()
    let id = calls.announce()
    #expect(calls.begin(id) { _ in } == nil)
    #expect(calls.withdraw(id) != nil)
    #expect(calls.withdraw(id) == nil)
  }

  @Test func `the response to a call that was withdrawn goes to who takes it late, once`() throws {
    var calls = PendingCalls()
    let id = calls.announce()
    let taken = Taken()
    let refusal = calls.begin(id, late: { _ in taken.add("late") }, { _ in taken.add("in time") })
    #expect(refusal == nil)
    #expect(calls.withdraw(id) != nil)
    let settled = calls.settle(id)
    let completion = try #require(settled)
    completion(.success(Data()))
    #expect(taken.names.withLock { $0 } == ["late"])
    #expect(calls.settle(id) == nil)
  }

  @Test func `the end is the end of every call that was sent, once`() {
    var calls = PendingCalls()
    let ids = (0..<3).map { _ in calls.announce() }
    for id in ids.prefix(2) { _ = calls.begin(id) { _ in } }
    #expect(calls.end(Reason())?.count == 2)
    #expect(calls.end(CancellationError()) == nil)
    #expect(calls.begin(ids[2]) { _ in } is Reason)
    #expect(calls.ending is Reason)
  }
}
