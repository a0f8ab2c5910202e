import Engine
import EngineTestSupport
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Buttons of a screen, and what follows from them.
@Suite struct ScreenPressTests {
  init() {
    EventLoopThread.start()
  }

  /// A screen of the menu whose first fetch has failed.
  @LoopActor
  private func failed(
    _ kind: FailureKind = .serverError, _ body: (Conversation, HeldScreen) throws -> Void
  ) rethrows {
    try converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"fetch":"missing"}"#)
      client.menu.fail(kind)
      client.endTurn()
      client.hand(to: screen)
      try body(client, screen)
    }
  }

  @LoopActor @Test func `stop ends the screen's own refresh, and nobody else's`() {
    converse { client in
      let screen = client.openScreen()
      client.press("refresh", .ofMenu, on: screen)
      #expect(client.press("refresh", .ofMenu, on: screen) == "false")
      #expect(client.press("stop", .ofMenu, on: screen) == "true")
      #expect(client.menu.underWay == 0)
      #expect(screen["parts.menu.phase"] == "blank")
      client.call("refresh", #"{"resource":"menu"}"#)
      client.hand(to: screen)
      #expect(screen["parts.menu.spinner"] == "1")
      #expect(client.press("stop", .ofMenu, on: screen) == "false")
      client.menu.succeed(.emptyMenu)
      client.endTurn()
    }
  }

  @LoopActor @Test func `a failure has its buttons, and Try Again heals it`() {
    failed { client, screen in
      #expect(screen["parts.menu.phase"] == "error")
      #expect(screen.buttons("parts.menu.failure") == ["cancel", "tryAgain", "keepTrying"])
      #expect(client.press("option", .option("tryAgain", of: "f1"), on: screen) == "true")
      #expect(screen["parts.menu.phase"] == "loading")
      #expect(screen.buttons("parts.menu.failure") == ["cancel", "(tryAgain*)"])
      #expect(client.press("option", .option("tryAgain", of: "f1"), on: screen) == "false")
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["parts.menu.phase"] == "content")
      #expect(screen["parts.menu.failure"] == "null")
      #expect(client.press("option", .option("tryAgain", of: "f1"), on: screen) == "false")
    }
  }

  @LoopActor @Test func `cancel ends the option that runs`() {
    failed { client, screen in
      client.press("option", .option("tryAgain", of: "f1"), on: screen)
      #expect(client.press("option", .option("cancel", of: "f1"), on: screen) == "true")
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["parts.menu.phase"] == "blank")
      #expect(client.menu.underWay == 0)
    }
  }

  @LoopActor @Test func `an alert that closes by itself does not cancel what was pressed`() {
    failed { client, screen in
      client.press("option", .option("tryAgain", of: "f1"), on: screen)
      #expect(client.press("dismiss", #","failureId":"f1""#, on: screen) == "false")
      #expect(client.menu.underWay == 1)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
    }
    failed { client, screen in
      #expect(client.press("dismiss", #","failureId":"f1""#, on: screen) == "true")
      #expect(screen["parts.menu.phase"] == "blank")
      #expect(client.press("option", .option("tryAgain", of: "f1"), on: screen) == "false")
    }
  }

  @LoopActor @Test func `a refresh over a value that fails is an alert, that of a poll is silent`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"fetch":"missing"}"#)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.press("refresh", .ofMenu, on: screen)
      client.menu.fail()
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["alert.failureId"] == "f1")
      #expect(screen["parts.menu.phase"] == "stale")
      #expect(screen["parts.menu.failure"] == "null")
      client.press("dismiss", #","failureId":"f1""#, on: screen)
      #expect(screen["alert"] == "null")
      client.press("polling", .ofMenu, on: screen)
      client.menu.fail()
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["alert"] == "null")
    }
  }

  @LoopActor @Test func `what the last recovery has done is said until the next press`() {
    failed(.outOfSpace) { client, screen in
      client.press("option", .option("freeSpace", of: "f1"), on: screen)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["notice"] == "2 old entries were removed.")
      client.press("stop", .ofMenu, on: screen)
      #expect(screen["notice"] == "null")
    }
  }

  @LoopActor @Test func `a refresh that is one too many is an alert of the screen`() {
    converse({ $0.limits.inFlight = 1 }) { client in
      let screen = client.openScreen()
      client.call("refresh")
      #expect(client.press("refresh", .ofMenu, on: screen) == "true")
      #expect(screen["alert.kind"] == "overloaded")
      #expect(screen["parts.menu.spinner"] == "0")
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      client.hand(to: screen)
      client.press("option", .option("tryAgain", of: "f1"), on: screen)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["alert"] == "null")
      #expect(screen["parts.menu.phase"] == "content")
    }
  }

  @LoopActor @Test func `the client performs what is the client's`() throws {
    try failed(.sourceMisconfigured) { client, screen in
      client.call(
        "press", #"{"screenId":"s1","button":"option","failureId":"f1","optionId":"openSettings"}"#)
      let response = try #require(client.read().last)
      #expect(response["result.performs.failureId"] == "f1")
      #expect(response["result.performs.option.key"] == "resources.menu.source")
    }
  }

  @LoopActor @Test func `two screens share what is the daemon's`() {
    failed { client, screen in
      let other = client.openScreen()
      #expect(other["parts.menu.failure.failureId"] == "f1")
      client.press("option", .option("tryAgain", of: "f1"), on: screen)
      client.call("getState", id: "2")
      _ = client.read()
      let third = client.openScreen()
      #expect(third.buttons("parts.menu.failure") == ["cancel", "(tryAgain*)"])
      #expect(third["parts.menu.stop.enabled"] == "0")
      #expect(client.press("option", .option("cancel", of: "f1"), on: third) == "true")
      client.endTurn()
      #expect(client.menu.underWay == 0)
    }
  }

  // MARK: The location

  @LoopActor @Test func `the location is on while one screen follows it, and nothing else is sent for it`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{},"location":true}"#)
      #expect(screen["location.phase"] == "blank")
      #expect(client.press("startLocation", on: screen) == "true")
      #expect(screen["location.phase"] == "loading")
      client.location.move(to: 7)
      client.endTurn()
      #expect(client.hand(to: screen).map { $0["method"] } == ["screenChanged"])
      #expect(screen["location.coordinate.latitude"] == "7")
      #expect(client.press("stopLocation", on: screen) == "true")
      #expect(screen["location.phase"] == "stale")
      #expect((client.location.starts, client.location.stops) == (1, 1))
    }
  }

  @LoopActor @Test func `the location that a screen follows is the screen's to end`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{},"location":true}"#)
      client.press("startLocation", on: screen)
      client.call("unsubscribeLocation", #"{"subscriptionId":"l1"}"#)
      #expect(client.read().last?["error.data.detail.path"] == "/subscriptionId")
      client.location.move(to: 7)
      client.endTurn()
      #expect(client.hand(to: screen).map { $0["method"] } == ["screenChanged"])
      #expect(screen["location.coordinate.latitude"] == "7")
    }
  }

  @LoopActor @Test func `closing a screen ends its location and what it has begun`() {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"location":true,"fetch":"missing"}"#)
      client.press("startLocation", on: screen)
      client.call("closeScreen", #"{"screenId":"s1"}"#)
      #expect(client.read().last?["result.screenId"] == "s1")
      #expect(client.location.stops == 1)
      #expect(client.menu.underWay == 0)
      #expect(client.session.pending.isEmpty)
    }
  }

  @LoopActor @Test func `the end of the session ends what its screens have begun, and does not wait for it`()
  {
    converse { client in
      let screen = client.openScreen(#"{"parts":{"menu":{}},"location":true,"fetch":"missing"}"#)
      client.press("startLocation", on: screen)
      client.session.inputEnded()
      client.endTurn()
      #expect(client.statuses == [0])
      #expect(client.location.stops == 1)
      #expect(client.menu.underWay == 0)
    }
  }
}
