import Engine
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
        client.answer().text.description
          == #"{"jsonrpc":"2.0","id":1,"result":{"subscriptionId":"l1","location":{"revision":0,"status":"loading"}}}"#
      )
    }
  }

  @LoopActor @Test func `every member of a position is told`() {
    converse { client in
      var position = Position(Coordinate(latitude: 53.5, longitude: -10))
      (position.altitude, position.accuracy, position.speed, position.heading) = (12.5, 4, 1.25, 271)
      client.location.first = .success(position)
      client.call("subscribeLocation")
      #expect(
        client.answer().text.description.hasSuffix(
          #""location":{"revision":1,"status":"loaded","coordinate":{"latitude":53.5,"longitude":-10,"altitude":12.5,"accuracy":4,"speed":1.25,"heading":271},"timestamp":"2000-01-01T00:00:00.000Z"}}}"#
        ))
    }
  }

  @LoopActor @Test func `each change is told once to each`() {
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

  @LoopActor @Test func `a late subscriber gets what there is, by the answer`() {
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

  @LoopActor @Test func `after the answer nothing more comes, not even what was waiting`() {
    converse { client in
      let (first, second) = (client.subscribe(), client.subscribe())
      client.location.move(to: 1)
      client.call("unsubscribeLocation", #"["\#(first)"]"#)
      let messages = client.read()
      #expect(messages.map { $0["params.subscriptionId"] ?? "answer" } == [second, "answer"])
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
      let answer = client.answer()
      #expect(answer["error.code"] == "-32602" && answer["error.data.detail.path"] == path)
      #expect(answer["error.data.detail.reason"] == reason)
    }
  }

  @LoopActor @Test func `unsubscribing twice is refused the second time`() {
    converse { client in
      let id = client.subscribe()
      client.unsubscribe(id)
      client.call("unsubscribeLocation", #"["\#(id)"]"#)
      #expect(client.answer()["error.data.detail.reason"] == "unknown")
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
      let answer = client.answer()
      #expect(answer["error.data.detail.path"] == path && answer["error.data.detail.reason"] == "range")
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
      let answer = client.answer()
      #expect(answer["error.data.kind"] == "overloaded" && answer["error.data.detail.limit"] == "2")
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

  @LoopActor @Test func `what an answer tells was told before by notification`() {
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
      #expect(client.answer()["result.capabilities.notifications.1"] == "locationChanged")
      _ = client.subscribe()
      client.location.move(to: 1)
      #expect(client.locations() == [])
      client.call("subscribeLocation")
      #expect(client.answer()["result.location.status"] == "loaded")
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
