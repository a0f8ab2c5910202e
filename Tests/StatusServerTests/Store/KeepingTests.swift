import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// What a resource gives to the store, and what becomes of a fetch whose value the store does not take.
@Suite struct KeepingTests {
  init() {
    EventLoopThread.start()
  }

  private let fleet = ResourceValue.fleet(at: 1)

  // MARK: Restoring

  @LoopActor private func restore(
    _ client: Conversation, _ validators: Validators? = nil, at time: Int64 = 946_684_700_000
  ) {
    let restored = RestoredValue(
      value: fleet, validators: validators, fetchedAt: Timestamp(millisecondsSince1970: time))
    client.store.onEvent?(.restored(.state, restored))
  }

  @LoopActor @Test func `a restored value is stale, and its validators are sent`() {
    converse { client in
      let validators = Validators(entityTag: "\"a\"")
      restore(client, validators)
      client.call("getState")
      let response = client.response()
      #expect(response["result.isStale"] == "true" && response["result.status"] == "loaded")
      #expect(response["result.updatedAt"] == "1999-12-31T23:58:20.000Z")
      client.call("refresh", id: "2")
      #expect(client.state.attempts.last?.request.validators == validators)
      client.state.end(.success(.notModified))
      #expect(client.read().last?["result.isStale"] == "false")
    }
  }

  @LoopActor @Test func `a value that comes late is shown when it comes`() {
    converse { client in
      client.endTurn()
      restore(client)
      client.endTurn()
      #expect(client.words() == ["state loaded 1"])
    }
  }

  @LoopActor @Test func `a value that was fetched meanwhile is newer`() {
    converse { client in
      client.call("refresh")
      client.state.succeed(.fleet(at: 2))
      _ = client.read()
      restore(client)
      client.endTurn()
      #expect(client.read().isEmpty)
    }
  }

  // MARK: Keeping

  @LoopActor @Test func `a value is kept with its validators, and again when it is confirmed`() {
    converse { client in
      let tags = ["\"a\"", "\"b\""].map { Validators(entityTag: $0) }
      client.call("refresh", id: "1")
      client.state.end(.success(SourceResponse(.value(fleet), validators: tags[0])))
      client.call("refresh", id: "2")
      client.state.end(.success(.notModified))
      client.call("refresh", id: "3")
      client.state.end(.success(SourceResponse(.notModified, validators: tags[1])))
      #expect(client.store.values.map(\.validators) == [tags[0], tags[0], tags[1]])
      #expect(client.store.values.allSatisfy { $0.value == fleet })
    }
  }

  @LoopActor @Test func `a fetch waits for its write where the store asks for that`() {
    converse { client in
      client.store.isSlow = true
      client.call("refresh")
      client.state.succeed(fleet)
      client.endTurn()
      #expect(client.words() == ["state loading 1 fetching"])
      client.store.writes.last?.end(with: nil)
      client.endTurn()
      #expect(client.read().last?["result.status"] == "loaded")
    }
  }

  @LoopActor @Test func `a disk that does not respond ends with the attempt`() {
    converse { client in
      client.store.isSlow = true
      client.call("refresh")
      client.state.succeed(fleet)
      client.advance(by: .seconds(10))
      #expect(client.read().last?["error.data.kind"] == "storeUnwritable")
      client.call("getState", id: "2")
      #expect(client.response()["result.value.central.latitude"] == "1")
      client.store.writes.last?.end(with: nil)
      client.endTurn()
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test func `a value that was accepted and then refused by the disk is a silent failure`() {
    converse { client in
      client.call("refresh")
      client.state.succeed(fleet)
      _ = client.read()
      client.store.onEvent?(.failed(.state, Problem(.diskFull)))
      client.endTurn()
      let change = client.read().last
      #expect(change?["params.status"] == "failed" && change?["params.failure.kind"] == "diskFull")
      #expect(change?["params.failure.presentation"] == "silent" && change?["params.value"] != nil)
      #expect(change?["params.isStale"] == "false")
      client.call("retry", id: "2")
      client.state.succeed(fleet)
      #expect(client.read().last?["result.recovered"] == "true")
    }
  }
}
