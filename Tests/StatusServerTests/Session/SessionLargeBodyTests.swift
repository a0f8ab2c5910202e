import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Bodies that take more than one turn of the loop to decode.
@Suite struct SessionLargeBodyTests {
  init() {
    EventLoopThread.start()
  }

  /// A fleet of about 220 KiB.
  private static func body(_ latitude: Int) -> [UInt8] {
    let couriers = (10_000..<13_000).map {
      #"{"id":"c\#($0)","name":"Ada","location":{"latitude":\#(latitude),"longitude":10.25}}"#
    }
    let text =
      #"{"central":{"lat":1,"lng":2},"couriers":[\#(couriers.joined(separator: ","))],"packages":[],"vehicles":[]}"#
    return Array(text.utf8)
  }

  @LoopActor
  private func snapshot(_ client: Conversation) -> ResourceSnapshot? {
    client.session.engine.resources[.state]?.snapshot
  }

  @LoopActor @Test func `a large body is decoded in the turns that follow, as part of its attempt`() {
    converse { client in
      client.call("refresh")
      client.state.end(.success(.body(Self.body(1))))
      #expect(snapshot(client)?.isFetching == true)
      client.endTurn()
      #expect(client.words() == ["state loading 1 fetching", "state loaded 2", "1: state loaded 2"])
    }
  }

  @LoopActor @Test func `a fetch can be cancelled while its body is decoded`() throws {
    try converse { client in
      let resource = try #require(client.session.engine.resources[.state])
      let ticket = resource.fetch(Operation("refresh"))
      client.state.end(.success(.body(Self.body(1))))
      #expect(resource.snapshot.isFetching)
      ticket.cancel()
      client.endTurn()
      #expect(resource.snapshot.value == nil && !resource.snapshot.isFetching)
    }
  }

  @LoopActor @Test func `a newer fetch is not disturbed by the body of an earlier one`() throws {
    try converse { client in
      let resource = try #require(client.session.engine.resources[.state])
      let ticket = resource.fetch(Operation("refresh"))
      client.state.end(.success(.body(Self.body(1))))
      ticket.cancel()
      let newer = resource.fetch(Operation("refresh"))
      client.state.end(.success(.body(Self.body(2))))
      client.endTurn()
      _ = newer
      #expect(resource.snapshot.value == (try ValueDecoder.decode(Self.body(2), as: .fleet, from: "").get()))
    }
  }

  @LoopActor @Test func `an attempt whose time ends while its body is decoded still brings the value`() throws
  {
    try converse { client in
      let resource = try #require(client.session.engine.resources[.state])
      let ticket = resource.fetch(Operation("refresh"))
      client.advance(by: .milliseconds(9_999))
      client.state.end(.success(.body(Self.body(1))))
      // The timer comes first, and then the turns that are left.
      client.timers.advance(by: .milliseconds(1)) {}
      #expect(resource.snapshot.status == .loaded)
      client.endTurn()
      _ = ticket
    }
  }

  @LoopActor @Test func `an equal body is no news, and another one is`() {
    converse { client in
      for (id, latitude, revision) in [("1", 1, 2), ("2", 1, 2), ("3", 3, 6)] {
        client.call("refresh", id: id)
        client.state.end(.success(.body(Self.body(latitude))))
        client.endTurn()
        #expect(snapshot(client)?.valueRevision == revision)
      }
      _ = client.read()
    }
  }

  @LoopActor @Test func `a body whose value was not kept stands for it all the same`() {
    converse { client in
      client.call("refresh")
      client.state.end(.success(.body(Self.body(1))))
      client.endTurn()
      client.store.problem = Problem(.outOfSpace)
      client.call("refresh", id: "2")
      client.state.end(.success(.body(Self.body(2))))
      client.advance(by: .seconds(1))
      let revision = snapshot(client)?.valueRevision
      client.store.problem = nil
      client.call("refresh", id: "3")
      client.state.end(.success(.body(Self.body(2))))
      client.endTurn()
      _ = client.read()
      #expect(snapshot(client)?.valueRevision == revision && snapshot(client)?.status == .loaded)
      client.call("getState", id: "4")
      #expect(client.response()["result.value.couriers.0.location.latitude"] == "2")
    }
  }
}
