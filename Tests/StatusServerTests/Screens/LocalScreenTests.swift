import Engine
import EngineTestSupport
import Presenter
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A screen that is drawn in this process.
@Suite struct LocalScreenTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  private func open(
    words: WordUnit = .none, _ body: (Conversation, LocalScreen) throws -> Void
  ) rethrows {
    try converse { client in
      let resources = [client.engine.resources["menu"]].compactMap(\.self)
      try body(
        client, LocalScreen(client.session.server, of: resources, showsLocation: true, words: words))
    }
  }

  @LoopActor @Test func `a button means what it means to a client`() {
    open { client, screen in
      #expect(screen.look().parts[0].phase == .blank)
      screen.press(.refresh("menu"))
      #expect(screen.change()?.parts[0].canStop == true && screen.change() == nil)
      client.menu.fail(.serverError)
      client.endTurn()
      let failure = screen.change()?.parts[0].failure
      #expect(failure?.failure.kind == .serverError)
      screen.press(.option(failure?.failure.id ?? FailureID(rawValue: ""), "tryAgain"))
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      #expect(screen.change()?.parts[0].phase == .content)
    }
  }

  @LoopActor @Test func `a poll that fails over a value is shown, for nobody else would say it`() {
    open { client, screen in
      client.engine.resources["menu"]?.setPolling(true, interval: .seconds(5), for: screen.owner)
      client.menu.succeed(.emptyMenu)
      client.endTurn()
      #expect(screen.look().parts[0].polling.isOn)
      client.advance(by: .seconds(6))
      client.menu.fail(.serverError)
      client.endTurn()
      let part = screen.change()?.parts[0]
      #expect(part?.phase == .stale && part?.failure?.failure.presentation == .silent)
    }
  }

  @LoopActor @Test func `nothing waits for a client that is not there`() {
    open { client, screen in
      screen.press(.startLocation)
      client.location.move(to: 53)
      client.endTurn()
      #expect(screen.change()?.place?.phase == .content)
      screen.press(.stopLocation)
      #expect(screen.change()?.place?.isOn == false)
    }
  }

  @LoopActor @Test func `a part that is added later is looked at too`() {
    open { client, screen in
      guard let state = client.engine.resources["state"] else { return }
      screen.add(state)
      #expect(screen.change()?.parts.count == 2)
      screen.press(.refresh("state"))
      client.state.succeed(.emptyMenu)
      client.endTurn()
      #expect(screen.change()?.parts[1].canRefresh == true)
    }
  }
}
