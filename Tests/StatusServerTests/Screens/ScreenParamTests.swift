import Engine
import EngineTestSupport
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// The params of `openScreen`, `press` and `closeScreen`, and the limits of screens.
@Suite struct ScreenParamTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test(arguments: [
    (#"{"parts":{"fish":{}}}"#, "unknown", "/parts/fish"),
    (#"{"parts":{"a":{"resource":"fish"}}}"#, "unknown", "/parts/a/resource"),
    (#"{"parts":{"a":{"resource":1}}}"#, "type", "/parts/a/resource"),
    (#"{"parts":{"menu":[]}}"#, "type", "/parts/menu"),
    (#"{"parts":{"menu":{"sahpe":"any"}}}"#, "unknown", "/parts/menu/sahpe"),
    (#"{"parts":{"menu":{"shape":"fleet"}}}"#, "unknown", "/parts/menu/shape"),
    (#"{"parts":{"menu":{"arguments":{}}}}"#, "unknown", "/parts/menu/arguments"),
    (#"{"parts":{"a/b":{"resource":"branches"}}}"#, "missing", "/parts/a~1b/arguments"),
    (#"{"parts":{"branches":{"arguments":{"branch":1}}}}"#, "type", "/parts/branches/arguments/branch"),
    (#"{"parts":[]}"#, "type", "/parts"), (#"{"words":"hours"}"#, "unknown", "/words"),
    (#"{"fetch":"all"}"#, "unknown", "/fetch"), (#"{"locations":true}"#, "unknown", "/locations"),
  ]) func `what is wrong with the params of openScreen is said with its place`(
    params: String, reason: String, path: String
  ) {
    converse({ $0.addBranches() }) { client in
      client.call("openScreen", params)
      let response = client.response()
      #expect(response["error.data.kind"] == "invalidParams")
      #expect(response["error.data.detail.reason"] == reason)
      #expect(response["error.data.detail.path"] == path)
      #expect(client.openScreen().id == "s1")
    }
  }

  @LoopActor
  @Test(arguments: [
    (#""screenId":"s2","button":"closeHelp""#, "unknown", "/screenId"),
    (#""screenId":"s1","button":"push""#, "unknown", "/button"),
    (#""screenId":"s1","button":"refresh""#, "missing", "/part"),
    (#""screenId":"s1","button":"refresh","part":"fish""#, "unknown", "/part"),
    (#""screenId":"s1","button":"refresh","part":"menu","on":true"#, "unknown", "/on"),
    (#""screenId":"s1","button":"startLocation","part":"menu""#, "unknown", "/part"),
    (#""screenId":"s1","button":"option","failureId":"f1""#, "missing", "/optionId"),
    (#""screenId":"s1","button":"dismiss""#, "missing", "/failureId"),
  ]) func `what is wrong with a press is said with its place`(members: String, reason: String, path: String) {
    converse { client in
      _ = client.openScreen()
      client.call("press", "{\(members)}")
      let response = client.response()
      #expect(response["error.data.kind"] == "invalidParams")
      #expect(response["error.data.detail.reason"] == reason)
      #expect(response["error.data.detail.path"] == path)
    }
  }

  @LoopActor
  @Test(arguments: [
    (#"{"parts":{"a":{"resource":"branches","arguments":{"branch":1}}}}"#, "params.parts.a.arguments.branch"),
    (#"{"parts":{"menu":{"arguments":{}}}}"#, "params.parts.menu.arguments"),
  ]) func `a sentence names the arguments of a part as the path does`(params: String, beginning: String) {
    converse({ $0.addBranches() }) { client in
      client.call("openScreen", params)
      #expect(client.response()["error.message"]?.hasPrefix("\(beginning) must be ") == true)
    }
  }

  @LoopActor @Test func `a screen is closed once`() {
    converse { client in
      _ = client.openScreen()
      client.call("closeScreen", #"["s1"]"#)
      #expect(client.response()["result.screenId"] == "s1")
      client.call("closeScreen", #"["s1"]"#)
      #expect(client.response()["error.data.detail.path"] == "/0")
      #expect(client.openScreen().id == "s2")
    }
  }

  @LoopActor @Test func `there are no more screens than limits.screens`() {
    converse({ $0.limits.screens = 2 }) { client in
      for _ in 0..<2 { _ = client.openScreen() }
      client.call("openScreen")
      let response = client.response()
      #expect(response["error.data.kind"] == "overloaded")
      #expect(response["error.data.detail.limit"] == "2")
      client.call("closeScreen", #"["s1"]"#)
      _ = client.read()
      #expect(client.openScreen().id == "s3")
    }
  }

  @LoopActor @Test func `a screen has at most 1,000 named parts`() {
    converse { client in
      for (count, outcome) in [(1_000, nil), (1_001, "range")] {
        let parts = (0..<count).map { #""\#($0)":{"resource":"menu"}"# }.joined(separator: ",")
        client.call("openScreen", #"{"parts":{\#(parts)}}"#)
        #expect(client.response()["error.data.detail.reason"] == outcome)
      }
    }
  }

  @LoopActor @Test func `an instance on a screen makes no room`() {
    converse({ $0.addBranches(instances: 2) }) { client in
      let shown = #"{"resource":"branches","arguments":{"branch":"a"}}"#
      let screen = client.openScreen(#"{"parts":{"a":\#(shown)}}"#)
      #expect(screen["parts.a.arguments.branch"] == "a")
      for branch in ["b", "c", "d"] { client.call("getState", branch: branch) }
      _ = client.read()
      let others = ["b", "c"].map { #""\#($0)":{"resource":"branches","arguments":{"branch":"\#($0)"}}"# }
      client.call("openScreen", #"{"parts":{"a":\#(shown),\#(others.joined(separator: ","))}}"#)
      #expect(client.response()["error.data.kind"] == "overloaded")
      client.press("refresh", #","part":"a""#, on: screen)
      client.instances["a"].succeed(.fleet(at: 1))
      client.endTurn()
      client.hand(to: screen)
      #expect(screen["parts.a.phase"] == "content")
    }
  }

  @LoopActor @Test func `without parts a screen has every resource that takes no arguments`() {
    converse({ $0.addBranches() }) { client in
      client.call("openScreen")
      #expect(client.response().names("result.screen.parts") == ["state", "menu"])
    }
  }

  @LoopActor @Test func `who draws only screens switches the others off`() {
    converse { client in
      client.call("initialize", #"{"notifications":{"stateChanged":false,"screenChanged":true}}"#)
      let screen = client.openScreen()
      client.call("press", #"{"screenId":"s1","button":"refresh","part":"menu"}"#)
      #expect(client.hand(to: screen).map { $0["method"] ?? "response" } == ["screenChanged", "response"])
      client.menu.succeed(.emptyMenu)
      client.endTurn()
    }
  }
}
