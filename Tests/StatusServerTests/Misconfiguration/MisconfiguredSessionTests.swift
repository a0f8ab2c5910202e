import Engine
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A session whose configuration is wrong: docs/protocol.md, “A configuration that is wrong”.
struct MisconfiguredSessionTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  private static func play(_ body: (Conversation) -> Void) {
    converse(misconfiguration: .sample) { body($0) }
  }

  @LoopActor
  @Test(arguments: [
    ("getState", "{}"), ("refresh", "{}"), ("fetchMenu", "{}"), ("setAutoPolling", #"{"enabled":true}"#),
    ("retry", "{}"), ("subscribeLocation", "{}"), ("unsubscribeLocation", #"{"subscriptionId":"l1"}"#),
    ("getLocation", "{}"), ("getHistory", "{}"), ("listResources", "{}"),
    ("waitFor", #"{"until":{"exists":true}}"#), ("refresh", #"{"resource":"build"}"#),
  ])
  func `what needs a configuration says what is wrong with it`(method: String, params: String) {
    Self.play { session in
      session.call(method, params)
      let response = session.response()
      #expect(response["error.code"] == "1603" && response["error.data.kind"] == "sourceMisconfigured")
      #expect(response["error.data.operation"] == method)
      let sentence = "/c.toml: resources.build.sorce is unknown; did you mean resources.build.source?"
      #expect(response["error.message"] == sentence && response["error.data.failureReason"] == sentence)
      #expect(response["error.data.detail.path"] == "/c.toml")
      #expect(response["error.data.detail.line"] == "7")
      #expect(response["error.data.detail.key"] == "resources.build.sorce")
      #expect(response["error.data.detail.mistakes.0"] == sentence)
      #expect(response.all("error.data.recoveryOptions", "id") == ["cancel", "openSettings"])
      #expect(response["error.data.presentation"] == "inline")
    }
  }

  @LoopActor
  @Test(arguments: [
    ("initialize", "{}"), ("stats", "{}"), ("rpc.discover", "{}"), ("getHelp", #"{"anchor":"timeout"}"#),
    ("openScreen", "{}"), ("shutdown", "{}"),
  ])
  func `what needs none is served`(method: String, params: String) {
    Self.play { session in
      session.call(method, params)
      #expect(session.response()["error.code"] == nil)
    }
  }

  @LoopActor @Test func `a failure can be left as it is`() {
    Self.play { session in
      session.call("refresh")
      let failure = session.response()["error.data.failureId"] ?? ""
      session.call("retry", #"{"failureId":"\#(failure)","optionId":"cancel"}"#)
      let response = session.response()
      #expect(response["result.failureId"] == failure && response["result.recovered"] == "false")
      session.call("retry", #"{"failureId":"\#(failure)","optionId":"openSettings"}"#)
      #expect(session.response()["error.data.kind"] == "sourceMisconfigured")
    }
  }

  @LoopActor @Test func `a name that is unknown is unknown`() {
    Self.play { session in
      session.call("getStat")
      #expect(session.response()["error.data.kind"] == "methodNotFound")
    }
  }

  @LoopActor @Test func `a file that is wrong as a whole has a button without a key`() {
    let problems = ConfigurationProblems(
      ConfigurationProblem(.file("/c.toml"), "line 2, column 1: a key is missing", line: 2))
    converse(misconfiguration: Misconfiguration(problems, file: "/c.toml")) { session in
      session.call("getState")
      let response = session.response()
      #expect(response["error.data.recoveryOptions.1.id"] == "openSettings")
      #expect(response["error.data.recoveryOptions.1.key"] == nil)
      #expect(response["error.data.detail.line"] == "2" && response["error.data.detail.key"] == nil)
    }
  }

  @LoopActor @Test func `a variable that is wrong is not mended by a file`() {
    let problems = ConfigurationProblems(
      ConfigurationProblem(.environment("STATUSD_STATE"), key: "resources.state.source", "is no source"))
    converse(misconfiguration: Misconfiguration(problems, file: nil)) { session in
      session.call("getState")
      #expect(
        session.response()["error.data.recoverySuggestion"]
          == "Correct or unset the variable STATUSD_STATE, then start statusd again.")
    }
  }

  // MARK: Screens

  @LoopActor @Test func `a screen has its parts, and the mistake as its alert`() {
    Self.play { session in
      session.call(
        "openScreen",
        #"{"parts":{"b":{"resource":"build"},"state":{"shape":"any"},"menu":{}},"location":true}"#)
      let screen = HeldScreen(session.response())
      #expect(screen["parts.b.resource"] == "build" && screen["parts.b.shape"] == "any")
      #expect(screen["parts.state.shape"] == "any" && screen["parts.menu.shape"] == "menu")
      #expect(screen["parts.b.phase"] == "blank" && screen["location.phase"] == "blank")
      #expect(screen["alert.kind"] == "sourceMisconfigured")
      #expect(screen.buttons("alert") == ["cancel", "openSettings"])
    }
  }

  @LoopActor @Test func `a screen that names no parts has those of the resources that could be read`() {
    Self.play { session in
      session.call("openScreen")
      let screen = HeldScreen(session.response())
      #expect(Set((screen.screen["parts"] as? HeldScreen.Object ?? [:]).keys) == ["state", "menu"])
      #expect(screen["alert.kind"] == "sourceMisconfigured")
    }
  }

  @LoopActor @Test(arguments: [#"{"parts":{"a":1}}"#, #"{"parts":{"a":{"sahpe":"any"}}}"#])
  func `a part that is none is refused`(params: String) {
    Self.play { session in
      session.call("openScreen", params)
      #expect(session.response()["error.data.kind"] == "invalidParams")
    }
  }

  @LoopActor @Test func `the settings are opened by the client`() {
    Self.play { session in
      session.call("openScreen")
      let screen = HeldScreen(session.response())
      let failure = screen["alert.failureId"] ?? ""
      session.call(
        "press", #"{"screenId":"s1","button":"option","failureId":"\#(failure)","optionId":"openSettings"}"#)
      let response = session.response()
      #expect(response["result.performs.option.path"] == "/c.toml")
      #expect(response["result.performs.option.key"] == "resources.build.sorce")
    }
  }

  @LoopActor
  @Test(arguments: [
    #""button":"refresh","part":"state""#, #""button":"polling","part":"state""#,
    #""button":"startLocation""#,
  ])
  func `a button brings the alert back that was closed`(button: String) {
    Self.play { session in
      session.call("openScreen", #"{"parts":{"state":{}},"location":true}"#)
      let screen = HeldScreen(session.response())
      let failure = screen["alert.failureId"] ?? ""
      session.call("press", #"{"screenId":"s1","button":"dismiss","failureId":"\#(failure)"}"#)
      session.read().forEach(screen.take)
      #expect(screen["alert"] == "null")
      session.call("press", #"{"screenId":"s1",\#(button)}"#)
      let messages = session.read()
      messages.forEach(screen.take)
      #expect(messages.last?["result.pressed"] == "true")
      #expect(screen["alert.kind"] == "sourceMisconfigured" && screen["location.on"] == "0")
      #expect(screen["alert.failureId"] != failure)
      session.call("press", #"{"screenId":"s1",\#(button)}"#)
      #expect(!session.read().contains { $0.isNotification }, "what is shown is not shown anew")
    }
  }

  @LoopActor @Test func `another mistake is another alert, on every screen`() {
    Self.play { session in
      session.call("openScreen")
      let first = HeldScreen(session.response())
      session.call("openScreen")
      let second = HeldScreen(session.response())
      session.session.server.misconfiguration = .sample("limits.batch", "must be at least 1")
      session.session.profile.misconfigurationChanged()
      session.endTurn()
      let changes = session.read()
      #expect(changes.count == 2)
      changes.forEach(first.take)
      changes.forEach(second.take)
      for screen in [first, second] { #expect(screen["alert.message"]?.contains("limits.batch") == true) }
    }
  }
}
