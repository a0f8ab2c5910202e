import Reactor
import StatusCore
import TestSupport
import Testing

/// Patches in place of values: docs/protocol.md section 5.
@Suite struct SessionPatchTests {
  init() {
    EventLoopThread.start()
  }

  /// The notifications of one refresh after which the central is at that latitude.
  @LoopActor
  private func refresh(_ client: Conversation, to latitude: Double) -> [Sent] {
    client.call("refresh")
    client.state.succeed(.fleet(at: latitude))
    return client.read().filter(\.isNotification)
  }

  @LoopActor
  private func withPatches(_ body: (Conversation) throws -> Void) rethrows {
    try converse { client in
      client.call("initialize", #"{"notifications":{"stateChanged":"patch"}}"#)
      _ = client.read()
      try body(client)
    }
  }

  @LoopActor @Test func `the first value is whole`() {
    withPatches { client in
      let loaded = refresh(client, to: 1).last
      #expect(loaded?["params.value.central.latitude"] == "1")
      #expect(loaded?["params.patch"] == nil && loaded?["params.baseRevision"] == nil)
    }
  }

  @LoopActor @Test func `another value is a patch of the one that was last sent`() {
    withPatches { client in
      _ = refresh(client, to: 1)
      let messages = refresh(client, to: 2)
      #expect(messages.map { $0["params.revision"] } == ["3", "4"])
      #expect(messages.map { $0["params.baseRevision"] } == ["2", "3"])
      #expect(messages.allSatisfy { $0["params.value"] == nil && $0["params.patch"] == "array" })
      // The value of a fetch that has begun is the same.
      #expect(messages.first?["params.patch.0"] == nil)
      #expect(messages.last?["params.patch.0.op"] == "replace")
      #expect(messages.last?["params.patch.0.path"] == "/central/latitude")
      #expect(messages.last?["params.patch.0.value"] == "2")
    }
  }

  @LoopActor @Test func `the members around a patch are those around a value`() {
    withPatches { client in
      _ = refresh(client, to: 1)
      #expect(
        refresh(client, to: 2).last?.names("params") == [
          "resource", "revision", "status", "isFetching", "patch", "baseRevision", "updatedAt", "isStale",
          "autoPolling", "coalesced",
        ])
    }
  }

  @LoopActor @Test func `changes that were conflated are one patch`() {
    withPatches { client in
      _ = refresh(client, to: 1)
      client.hand(#"{"jsonrpc":"2.0","id":1,"method":"setAutoPolling","params":{"enabled":true}}"#)
      client.state.succeed(.fleet(at: 2))
      client.endTurn()
      let last = client.read().last { $0.isNotification }
      #expect(last?["params.patch.0.value"] == "2")
    }
  }

  @LoopActor @Test func `a value that is smaller than its patch is sent whole`() {
    func nobody(at degrees: Int) -> ResourceValue {
      let central = #""central":{"latitude":\#(degrees),"longitude":\#(degrees)}"#
      let lists = #""couriers":[],"packages":[],"vehicles":[]"#
      return ResourceValue(normalised: Array("{\(central),\(lists)}".utf8))
    }
    withPatches { client in
      client.call("refresh")
      client.state.succeed(nobody(at: 1))
      _ = client.read()
      client.call("refresh")
      client.state.succeed(nobody(at: 2))
      #expect(client.read().last { $0.isNotification }?["params.value.central.latitude"] == "2")
    }
  }

  @LoopActor @Test func `nobody else gets patches, and responses have the value`() {
    converse { client in
      _ = refresh(client, to: 1)
      #expect(refresh(client, to: 2).allSatisfy { $0["params.value"] == "object" })
    }
    withPatches { client in
      _ = refresh(client, to: 1)
      client.call("refresh")
      client.state.succeed(.fleet(at: 2))
      #expect(client.response()["result.value.central.latitude"] == "2")
    }
  }

  @LoopActor @Test func `other wishes than a patch of stateChanged are refused`() {
    for wish in [#"{"stateChanged":"patches"}"#, #"{"locationChanged":"patch"}"#, #"{"stateChanged":1}"#] {
      converse { client in
        client.call("initialize", #"{"notifications":\#(wish)}"#)
        #expect(client.response()["error.data.detail.reason"] == "type")
      }
    }
  }
}
