import Engine
import EngineTestSupport
import Jansson
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Fleets whose maps are made in parts.
@Suite struct LargeFleetTests {
  init() {
    EventLoopThread.start()
  }

  /// More than one part, in which each courier carries a package.
  private static let large = fleet(of: 800)

  private static func fleet(of count: Int) -> ResourceValue {
    let place = Coordinate(latitude: 1, longitude: 2)
    return .fleet(
      Fleet(
        central: place,
        couriers: (0..<count).map {
          Courier(id: "c\($0)", name: "Courier \"\($0)\"", location: place, packageID: "p\($0)")
        },
        packages: (0..<count).map {
          Parcel(id: "p\($0)", destination: place, isDelivered: false, location: place)
        }, vehicles: [Vehicle(id: "v", courierID: "c1", location: place, name: "Van")]))
  }

  @LoopActor @Test func `a map is made in parts, and has every entity with what it is joined with`() throws {
    var map: FleetMap?
    let mapping = FleetMapping(Self.large) { map = $0 }
    var parts = 1
    while !mapping.proceed() { parts += 1 }
    #expect(parts > Self.large.text.count / 131_072)
    let content = try JSONValue.parse(try #require(map).content.bytes.span)
    let items = Array(try #require(content["items"]).elements)
    #expect(items.count == 1_602)
    #expect(items.allSatisfy { $0["label"]?.string?.isEmpty == false })
    #expect(items.last?["label"]?.string == "Van is driven by Courier \"1\" with p1")
    #expect(items[801]["courierId"]?.string == "c0")
  }

  @LoopActor @Test func `a large fleet is joined before it is shown, and calls are answered meanwhile`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"state":{}}}"#)
      client.press("refresh", #","part":"state""#, on: screen)
      client.state.succeed(Self.fleet(of: 1))
      client.endTurn()
      client.press("refresh", #","part":"state""#, on: screen)
      client.state.succeed(Self.large)
      client.hand(#"{"jsonrpc":"2.0","id":7,"method":"getState"}"#)
      #expect(client.read().map { $0["result.value.couriers.0.id"] } == ["c0"])
      client.endTurn()
      let messages = client.hand(to: screen)
      #expect(messages.map { $0["method"] } == ["stateChanged", "screenChanged"])
      #expect(screen["parts.state.content.items.1601.id"] == "v")
      #expect(screen["parts.state.spinner"] == "0")
    }
  }

  @LoopActor @Test func `a screen of a large fleet is opened in later turns`() {
    converse { client in
      client.call("refresh", id: "8")
      client.state.succeed(Self.large)
      client.endTurn()
      _ = client.read()
      client.hand(#"{"jsonrpc":"2.0","id":9,"method":"openScreen","params":{"parts":{"state":{}}}}"#)
      #expect(client.read().isEmpty)
      client.hand(#"{"jsonrpc":"2.0","id":10,"method":"getLocation"}"#)
      #expect(client.read().map(\.id) == ["10"])
      client.endTurn()
      let screen = HeldScreen(client.response())
      #expect(screen["parts.state.content.items.801.id"] == "p0")
    }
  }

  @LoopActor @Test func `a screen whose opening is cancelled is not opened`() {
    converse { client in
      client.call("refresh", id: "8")
      client.state.succeed(Self.large)
      client.endTurn()
      _ = client.read()
      client.hand(#"{"jsonrpc":"2.0","id":9,"method":"openScreen","params":{"parts":{"state":{}}}}"#)
      client.call("$/cancelRequest", #"{"id":9}"#, id: nil)
      #expect(client.read().map { $0["error.data.kind"] } == ["requestCancelled"])
      client.call("closeScreen", #"{"screenId":"s1"}"#)
      #expect(client.response()["error.data.detail.reason"] == "unknown")
    }
  }

  @LoopActor @Test func `of two screens that are opened at once, one may be too many`() {
    converse({ $0.limits.screens = 1 }) { client in
      client.call("refresh", id: "8")
      client.state.succeed(Self.large)
      client.endTurn()
      _ = client.read()
      for id in [20, 21] {
        client.hand(#"{"jsonrpc":"2.0","id":\#(id),"method":"openScreen","params":{"parts":{"state":{}}}}"#)
      }
      client.endTurn()
      #expect(client.read().map { $0["error.data.kind"] } == [nil, "overloaded"])
    }
  }

  @LoopActor @Test func `a value whose map is not made in time is shown all the same`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"state":{}}}"#)
      client.press("refresh", #","part":"state""#, on: screen)
      client.state.succeed(Self.fleet(of: 1))
      client.endTurn()
      client.call("refresh", id: "8")
      client.state.succeed(Self.large)
      client.timers.advance(by: .seconds(10)) {}
      client.endTurn()
      let messages = client.hand(to: screen)
      #expect(messages.last?["result.value.couriers.0.id"] == "c0")
      #expect(screen["parts.state.content.items.1601.id"] == "v")
    }
  }

  @LoopActor @Test func `a map lasts as long as a screen shows it`() {
    converse { client in
      let maps = client.session.server.maps
      let screen = client.openScreen(#"{"parts":{"state":{}}}"#)
      client.press("refresh", #","part":"state""#, on: screen)
      client.state.succeed(Self.fleet(of: 1))
      client.endTurn()
      let id = ResourceID(.state)
      #expect(maps.mapping(ofNew: Self.large, in: id) != nil)
      client.call("closeScreen", #"{"screenId":"s1"}"#)
      #expect(maps.mapping(ofNew: Self.large, in: id) == nil)
    }
  }
}
