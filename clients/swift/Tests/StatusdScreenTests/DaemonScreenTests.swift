import Foundation
import StatusdClient
import TestSupport
import Testing

/// Screens of the real daemon.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct DaemonScreenTests {
  private static let manual = ["--clock", "manual", "--seed", "1"]

  @Test func `a press of refresh brings the value`() async throws {
    try await running(Self.manual) { (daemon, _) async throws in
      let screen = try await daemon.screen()
      #expect(Set(screen.parts.keys) == ["state", "menu"])
      #expect(try await screen.press(.refresh("menu")).value.pressed)
      #expect(screen.parts["menu"]?.phase == .loading)
      _ = try await daemon.call("advanceClock", ["seconds": 1])
      await until(screen) { $0.parts["menu"]?.phase == .content && $0.parts["menu"]?.refresh.enabled == true }
      guard case .menu(let sections) = screen.parts["menu"]?.content else { throw NoMenu() }
      #expect(!sections.isEmpty)
    }
  }

  @Test func `stop ends the refresh, and nothing is shown of it`() async throws {
    try await running(Self.manual + ["--scenario", "first-fails"]) { (daemon, _) async throws in
      let screen = try await daemon.screen(parts: ["menu": Part()], fetch: .missing)
      #expect(screen.parts["menu"]?.stop.enabled == true)
      _ = try await screen.press(.stop("menu")).value
      #expect(screen.parts["menu"]?.phase == .blank)
      #expect(screen.alert == nil)
    }
  }

  @Test func `a daemon that dies and is started again is shown, and polls as before`() async throws {
    try await running(restart: RestartLimit()) { (daemon, _) async throws in
      let screen = try await daemon.screen(parts: ["menu": Part()], fetch: .missing)
      var phases: [ScreenPhase?] = []
      _ = try await screen.press(.polling("menu", on: true)).value
      await until(screen) { $0.parts["menu"]?.phase == .content }
      screen.onChange = { phases.append(screen.parts["menu"]?.phase) }
      kill(await daemon.processIdentifier, SIGKILL)
      await until(screen) { screen in
        let isBack = screen.isOpen && screen.parts["menu"]?.polling?.on == true
        return isBack && phases.contains(.stale)
      }
    }
  }

  @Test func `a wrong configuration is the alert, with its button, until the file is right`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "statusd.toml")
      try Data("[resources.late]\nsorce = 'demo'\n".utf8).write(to: file)
      try await running(["--config", file.path]) { (daemon, _) async throws in
        let screen = try await daemon.screen()
        let alert = try #require(screen.alert)
        #expect(alert.message.contains("did you mean resources.late.source?"))
        #expect(alert.buttons.map(\.id) == [.cancel, .openSettings])
        let pressed = try await screen.press(.option(.openSettings, of: alert.failureId)).value
        #expect(pressed.performs?.option.path == file.path)
        try Data("[resources.late]\nsource = 'demo'\n[resources.later]\nsource = 'demo'\n".utf8)
          .write(to: file, options: .atomic)
        await until(screen) { $0.alert == nil && $0.parts["later"] != nil }
        _ = try await screen.press(.refresh("later")).value
        await until(screen) { $0.parts["later"]?.phase == .content }
      }
    }
  }

  @Test func `the location follows its switch`() async throws {
    try await running(Self.manual) { (daemon, _) async throws in
      let screen = try await daemon.screen(parts: [:], location: true)
      _ = try await screen.press(.startLocation).value
      await until(screen) { $0.location?.phase == .content }
      let first = screen.location?.coordinate
      _ = try await daemon.call("advanceClock", ["seconds": 30])
      await until(screen) { $0.location?.coordinate != first }
      _ = try await screen.press(.stopLocation).value
      #expect(screen.location?.phase == .stale)
    }
  }

  @Test func `closing the client ends the screen`() async throws {
    try await running { (daemon, _) async throws in
      let screen = try await daemon.screen()
      await daemon.close()
      await until(screen) { !$0.isOpen }
      await #expect(throws: DaemonEnded.self) { try await daemon.screen() }
    }
  }

  @Test func `a screen of what is not configured is refused`() async throws {
    try await running { (daemon, _) async throws in
      let failure = await #expect(throws: StatusdFailure.self) {
        try await daemon.screen(parts: ["nothing": Part()])
      }
      #expect(failure?.kind == .invalidParams)
    }
  }
}

private struct NoMenu: Error {}
