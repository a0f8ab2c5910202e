import Foundation
import StatusdScreen
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct LiveScreenTests {
  private static let manual = ["--clock", "manual", "--seed", "1"]

  @Test func `a press of refresh brings the value`() async throws {
    try await running { (daemon, _) async throws in
      let live = LiveScreen(daemon)
      try await showing(live) {
        await until(live) { $0["menu"]?.polling != nil }
        live.press(.refresh(of: "menu"))
        #expect(live.screen["menu"]?.phase == .loading)
        await until(live) { $0["menu"]?.phase == .content && $0["menu"]?.canRefresh == true }
        guard case .menu(let sections) = live.screen["menu"]?.content else { throw NoMenu() }
        #expect(!sections.isEmpty)
      }
    }
  }

  @Test func `stop cancels the request, and nothing is shown of it`() async throws {
    try await running(Self.manual + ["--scenario", "first-fails"]) { (daemon, recorder) async throws in
      let live = LiveScreen(daemon)
      try await showing(live) {
        await until(live) { $0["menu"]?.polling != nil }
        live.press(.refresh(of: "menu"))
        _ = await recorder.sent("refresh")
        live.press(.stop(of: "menu"))
        await until(live) { $0["menu"]?.phase == .blank }
        #expect(await recorder.sent("$/cancelRequest").count == 1)
        #expect(live.screen.alert == nil)
      }
    }
  }

  @Test func `a failure has buttons, and one of them recovers`() async throws {
    try await running(["--scenario", "first-fails"]) { (daemon, _) async throws in
      let live = LiveScreen(daemon)
      try await showing(live) {
        await until(live) { $0["menu"]?.polling != nil }
        live.press(.refresh(of: "menu"))
        await until(live) { $0["menu"]?.phase == .error }
        let failure = try #require(live.screen["menu"]?.failure)
        live.press(.option(.tryAgain, failureId: failure.failureId))
        await until(live) { $0["menu"]?.phase == .content && $0["menu"]?.failure == nil }
      }
    }
  }

  @Test func `a daemon that dies and is started again is shown`() async throws {
    try await running(restart: RestartLimit()) { (daemon, _) async throws in
      let live = LiveScreen(daemon)
      var phases: [Phase?] = []
      try await showing(live) {
        await until(live) { $0["menu"]?.polling != nil }
        live.press(.refresh(of: "menu"))
        await until(live) { $0["menu"]?.phase == .content }
        live.onChange = { phases.append($0["menu"]?.phase) }
        kill(await daemon.processIdentifier, SIGKILL)
        await until(live) { $0["menu"]?.phase == .blank && $0["menu"]?.polling?.isEnabled == true }
        #expect(phases.contains(.stale))
      }
    }
  }

  @Test func `places follow the subscription`() async throws {
    let epoch = Date(timeIntervalSince1970: 946_684_800)
    try await running(Self.manual) { (daemon, recorder) async throws in
      let live = LiveScreen(daemon, clock: { epoch })
      try await showing(live) {
        await until(live) { $0["menu"]?.polling != nil }
        live.press(.startLocation)
        await until(live) { $0.location.phase == .content }
        let first = live.screen.location.coordinate
        _ = try await daemon.call("advanceClock", ["seconds": 30])
        await until(live) { $0.location.coordinate != first }
        live.press(.stopLocation)
        #expect(await recorder.sent("unsubscribeLocation").count == 1)
        await until(live) { $0.location.phase == .stale }
      }
    }
  }

  @Test func `closing the client ends the screen`() async throws {
    try await running { (daemon, _) async throws in
      let live = LiveScreen(daemon)
      let run = begin(live)
      await until(live) { $0["menu"]?.polling != nil }
      await daemon.close()
      await run.value
      #expect(!live.screen.isConnected)
    }
  }
}

private struct NoMenu: Error {}
