import Engine
import EngineTestSupport
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Subscribing to the location, as a client sees it.
@Suite struct LocationSubscriptionTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `before anything is known it is loading, without a place`() {
    converse { client in
      client.call("subscribeLocation")
      #expect(
        client.response().text.description
          == #"{"jsonrpc":"2.0","id":1,"result":{"subscriptionId":"l1","location":{"revision":0,"status":"loading"}}}"#
      )
    }
  }

  @LoopActor @Test func `every member of a position is reported`() {
    converse { client in
      var position = Position(Coordinate(latitude: 53.5, longitude: -10))
      (position.altitude, position.accuracy, position.speed, position.heading) = (12.5, 4, 1.25, 271)
      client.location.first = .success(position)
      client.call("subscribeLocation")
      #expect(
        client.response().text.description.hasSuffix(
          #""location":{"revision":1,"status":"loaded","coordinate":{"latitude":53.5,"longitude":-10,"altitude":12.5,"accuracy":4,"speed":1.25,"heading":271},"timestamp":"2000-01-01T00:00:00.000Z"}}}"#
        ))
    }
  }

  @LoopActor @Test func `each change is reported once to each`() {
    converse { client in
      #expect(client.subscribe() == "l1" && client.subscribe() == "l2")
      client.location.move(to: 1)
      #expect(client.locations() == ["l1 loaded 1 @1", "l2 loaded 1 @1"])
      client.location.move(to: 1)
      #expect(client.locations() == [])
      client.location.move(to: 2)
      #expect(client.locations() == ["l1 loaded 2 @2", "l2 loaded 2 @2"])
    }
  }

  @LoopActor @Test func `a late subscriber gets the present location in its response`() {
    converse { client in
      _ = client.subscribe()
      client.location.move(to: 1)
      _ = client.locations()
      client.call("subscribeLocation")
      let messages = client.read()
      #expect(messages.count == 1)
      #expect(messages.first?["result.location.coordinate.latitude"] == "1")
      #expect(client.locations() == [])
    }
  }

  @LoopActor @Test func `the first starts the source and the last stops it, time and again`() {
    converse { client in
      for round in 1...3 {
        let first = client.subscribe()
        let second = client.subscribe()
        #expect(client.location.starts == round && client.location.isRunning)
        client.unsubscribe(first)
        #expect(client.location.isRunning)
        client.unsubscribe(second)
        #expect(client.location.stops == round && !client.location.isRunning)
      }
    }
  }

  @LoopActor @Test func `after the response to unsubscribe nothing comes, not even what was waiting`() {
    converse { client in
      let (first, second) = (client.subscribe(), client.subscribe())
      client.location.move(to: 1)
      client.call("unsubscribeLocation", #"["\#(first)"]"#)
      let messages = client.read()
      #expect(messages.map { $0["params.subscriptionId"] ?? "response" } == [second, "response"])
      client.location.move(to: 2)
      client.advance(by: .seconds(100))
      #expect(client.locations() == ["\(second) loaded 2 @2"])
    }
  }

  @LoopActor
  @Test(arguments: [
    (#"{"subscriptionId":"l7"}"#, "/subscriptionId", "unknown"), (#"["l7"]"#, "/0", "unknown"),
    ("{}", "/subscriptionId", "missing"), (#"{"subscriptionId":7}"#, "/subscriptionId", "type"),
  ])
  func `an unknown subscription is refused`(params: String, path: String, reason: String) {
    converse { client in
      client.call("unsubscribeLocation", params)
      let response = client.response()
      #expect(response["error.code"] == "-32602" && response["error.data.detail.path"] == path)
      #expect(response["error.data.detail.reason"] == reason)
    }
  }

  @LoopActor @Test func `unsubscribing twice is refused the second time`() {
    converse { client in
      let id = client.subscribe()
      client.unsubscribe(id)
      client.call("unsubscribeLocation", #"["\#(id)"]"#)
      #expect(client.response()["error.data.detail.reason"] == "unknown")
      #expect(client.location.stops == 1)
    }
  }

  @LoopActor
  @Test(arguments: [
    (#"{"minInterval":-1}"#, "/minInterval"), (#"{"minInterval":86401}"#, "/minInterval"),
    (#"{"minDistance":20040001}"#, "/minDistance"), (#"[0,-0.1]"#, "/1"),
  ])
  func `a filter out of range is refused, and starts nothing`(params: String, path: String) {
    converse { client in
      client.call("subscribeLocation", params)
      let response = client.response()
      #expect(response["error.data.detail.path"] == path && response["error.data.detail.reason"] == "range")
      #expect(client.location.starts == 0)
    }
  }

  @LoopActor @Test func `there are no more than limits.subscriptions`() {
    converse {
      $0.limits.subscriptions = 2
    } _: { client in
      let first = client.subscribe()
      _ = client.subscribe()
      client.call("subscribeLocation")
      let response = client.response()
      #expect(response["error.data.kind"] == "overloaded" && response["error.data.detail.limit"] == "2")
      client.unsubscribe(first)
      #expect(client.subscribe() == "l3")
    }
  }

  // MARK: Filters

  @LoopActor @Test func `minInterval holds positions back, and the newest comes when it ends`() {
    converse { client in
      _ = client.subscribe(#"{"minInterval":10}"#)
      client.location.move(to: 1)
      #expect(client.locations() == ["l1 loaded 1 @1"])
      client.location.move(to: 2)
      client.location.move(to: 3)
      client.advance(by: .milliseconds(9_999))
      #expect(client.locations() == [])
      client.advance(by: .milliseconds(1))
      #expect(client.locations() == ["l1 loaded 3 @3"])
      client.advance(by: .seconds(100))
      #expect(client.locations() == [])
    }
  }

  @LoopActor @Test func `minDistance holds short ways back`() {
    converse { client in
      _ = client.subscribe(#"{"minDistance":1000}"#)
      for step in 0...18 { client.location.move(to: Double(step) / 1_000) }
      client.endTurn()
      // All of them in one turn: the newest of the three that were far enough.
      #expect(client.locations() == ["l1 loaded 19 @0.018 +2"])
    }
  }

  @LoopActor @Test func `each has its own`() {
    converse { client in
      _ = client.subscribe()
      _ = client.subscribe("[10]")
      _ = client.subscribe("[0, 200000]")
      client.location.move(to: 1)
      _ = client.locations()
      client.location.move(to: 2)
      #expect(client.locations() == ["l1 loaded 2 @2"])
      client.location.move(to: 3)
      #expect(client.locations() == ["l1 loaded 3 @3", "l3 loaded 3 @3"])
      client.advance(by: .seconds(10))
      #expect(client.locations() == ["l2 loaded 3 @3"])
    }
  }

  // MARK: Order

  @LoopActor @Test func `the content of a response was published before it`() {
    converse { client in
      _ = client.subscribe()
      client.location.move(to: 1)
      client.call("subscribeLocation")
      #expect(client.read().map(\.isNotification) == [true, false])
    }
  }

  @LoopActor @Test func `a slow reader gets the newest, and how many were left out`() {
    converse { client in
      _ = client.subscribe()
      for latitude in 1...5 { client.location.move(to: Double(latitude)) }
      #expect(client.locations() == ["l1 loaded 5 @5 +4"])
    }
  }

  @LoopActor @Test func `a client can do without`() {
    converse { client in
      client.call("initialize", #"{"notifications":{"locationChanged":false}}"#)
      #expect(client.response()["result.capabilities.notifications.1"] == "locationChanged")
      _ = client.subscribe()
      client.location.move(to: 1)
      #expect(client.locations() == [])
      client.call("subscribeLocation")
      #expect(client.response()["result.location.status"] == "loaded")
    }
  }

  @LoopActor @Test func `a subscription keeps nothing alive at the end of the input`() {
    converse { client in
      _ = client.subscribe()
      client.session.inputEnded()
      client.endTurn()
      #expect(client.statuses == [0])
    }
  }
}
