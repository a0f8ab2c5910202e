import Engine
import EngineTestSupport
import Jansson
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Screens, as a client sees them.
@Suite struct ScreenTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a change comes behind the snapshot's and before the response of the same press`() {
    converse { client in
      let screen = client.openScreen()
      #expect(client.state.attempts.isEmpty && client.menu.attempts.isEmpty)
      client.call("press", #"{"screenId":"s1","button":"refresh","part":"menu"}"#)
      let messages = client.hand(to: screen)
      #expect(messages.map { $0["method"] ?? "response" } == ["stateChanged", "screenChanged", "response"])
      #expect(screen["parts.menu.phase"] == "loading")
      #expect(screen["parts.menu.stop.enabled"] == "1")
    }
  }

  @LoopActor @Test func `a value comes with the parts that it changes, and no others`() {
    converse { client in
      let screen = client.openScreen("{}")
      client.press("refresh", .ofMenu, on: screen)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      let change = client.read().last
      #expect(change?.names("params.changed") == ["parts"])
      #expect(change?.names("params.changed.parts") == ["menu"])
      #expect(
        change?.names("params.changed.parts.menu") == [
          "phase", "spinner", "attempt", "content", "age", "refresh", "stop",
        ])
      #expect(change?["params.changed.parts.menu.content.isEmpty"] == "true")
    }
  }

  @LoopActor @Test func `a spinner over two megabytes takes less than 300 bytes`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{"shape":"any"}}}"#)
      client.press("refresh", .ofMenu, on: screen)
      let items = Array(
        repeating: MenuItem(name: "Soup", category: "c", isSpicy: true, price: 1), count: 40_000)
      client.menu.succeed(.menu(Menu(items: items)))
      client.endTurn()
      _ = client.read()
      client.call("press", #"{"screenId":"s1","button":"refresh","part":"menu"}"#)
      let change = client.read().first { $0["method"] == "screenChanged" }
      #expect(change.map { $0.text.count < 300 } == true)
      client.menu.fail()
      client.endTurn()
    }
  }

  @LoopActor @Test func `a poll that brings an equal value makes it young again`() {
    converse { client in
      let screen = client.openScreen()
      client.press("polling", .ofMenu, on: screen)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["parts.menu.polling.next"]?.hasPrefix("in ") == true)
      client.advance(untilAttempt: 2, of: client.menu)
      client.hand(to: screen)
      #expect(screen["parts.menu.polling.next"] == "now")
      #expect(screen["parts.menu.spinner"] == "0")
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      let messages = client.hand(to: screen)
      #expect(messages.map { $0["method"] } == ["screenChanged"])
      #expect(screen["parts.menu.polling.next"]?.hasPrefix("in ") == true)
    }
  }

  @LoopActor @Test func `a slow reader gets one difference, and how many moments were left out`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"words":"none"}"#)
      for _ in 0..<3 {
        client.hand(#"{"jsonrpc":"2.0","method":"refresh","params":{"resource":"menu"}}"#)
        client.session.holdNotifications()
        client.menu.succeed(.emptyMenu)
        client.session.holdNotifications()
      }
      client.endTurn()
      let changes = client.hand(to: screen).filter { $0["method"] == "screenChanged" }
      #expect(changes.map { $0["params.coalesced"] } == ["5"])
      #expect(screen["parts.menu.phase"] == "content")
    }
  }

  @LoopActor @Test func `what changes back while nobody reads is no change`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"words":"none"}"#)
      client.hand(
        #"{"jsonrpc":"2.0","method":"setAutoPolling","params":{"resource":"state","enabled":true}}"#)
      client.session.holdNotifications()
      client.endTurn()
      #expect(client.hand(to: screen).filter { $0["method"] == "screenChanged" }.isEmpty)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
    }
  }

  // MARK: Time

  /// The words, and how often in an hour something is sent for a value that is there.
  @LoopActor @Test(arguments: [("none", 0), ("minutes", 60), ("seconds", 60)])
  func `an age costs what its words do`(words: String, count: Int) {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"words":"\#(words)","fetch":"missing"}"#)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.hand(to: screen)
      var sent = 0
      for _ in 0..<3_600 {
        client.advance(by: .seconds(1))
        sent += client.hand(to: screen).count
      }
      #expect(sent == count)
      #expect(screen["parts.menu.age"] == (words == "none" ? "null" : "1 h ago"))
    }
  }

  @LoopActor @Test(arguments: [("none", ["null"]), ("minutes", ["120", "60", "null"]), ("seconds", nil)])
  func `a countdown counts as its words do`(words: String, says: [String]?) {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"words":"\#(words)","fetch":"missing"}"#)
      client.menu.fail(.tooManyRequests(retryAfter: .seconds(90)))
      client.endTurn()
      client.hand(to: screen)
      var said: [String] = []
      for _ in 0...90 {
        let countdown = screen["parts.menu.failure.countdown"] ?? "?"
        if said.last != countdown { said.append(countdown) }
        client.advance(by: .seconds(1))
        client.hand(to: screen)
      }
      #expect(said == says ?? (1...90).reversed().map { "\($0)" } + ["null"])
    }
  }

  @LoopActor @Test func `a screen that was closed wakes nobody`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"fetch":"missing"}"#)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.hand(to: screen)
      client.call("closeScreen", #"{"screenId":"s1"}"#)
      _ = client.read()
      #expect(client.timers.timeToNext == nil)
      client.call("refresh", #"{"resource":"menu"}"#)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      #expect(client.read().allSatisfy { $0["method"] != "screenChanged" })
    }
  }
}
