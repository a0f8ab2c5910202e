import Foundation
import StatusdClient
import TestSupport
import Testing

/// A toolkit's alert over the real daemon, with time in the test's hands.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AlertTests {
  private static let scenario = """
    {"resources":{"menu":{"steps":[{"then":"ok","value":[]},{"then":"offline"},{"then":"ok"}]}}}
    """

  /// A menu without sections, an alert before it, and a server that is well again.
  private func alerting(_ body: (Screen, Statusd) async throws -> Void) async throws {
    try await withFolder { folder in
      let scenario = folder.appending(path: "scenario.json")
      try Self.scenario.write(to: scenario, atomically: true, encoding: .utf8)
      let arguments = ["--clock", "manual", "--seed", "1", "--scenario", scenario.path]
      try await running(arguments) { (daemon, _) async throws in
        let screen = try await daemon.screen(parts: ["menu": Part()], fetch: .missing)
        _ = try await daemon.call("advanceClock", ["seconds": 5])
        _ = try await screen.press(.refresh("menu")).value
        _ = try await daemon.call("advanceClock", ["seconds": 5])
        await until(screen) { $0.isAlertPresented }
        try await body(screen, daemon)
      }
    }
  }

  @Test(arguments: [true, false])
  func `an option is performed, whether a toolkit closes its alert behind it or before it`(
    isClosedFirst: Bool
  ) async throws {
    try await alerting { screen, daemon in
      let alert = try #require(screen.alert)
      if isClosedFirst { screen.isAlertPresented = false }
      screen.press(.option(.tryAgain, of: alert.failureId))
      if !isClosedFirst { screen.isAlertPresented = false }
      #expect(!screen.isAlertPresented)
      await until(screen) { $0.alert?.buttons.contains { $0.id == .tryAgain && $0.running } == true }
      _ = try await daemon.call("advanceClock", ["seconds": 5])
      await until(screen) { $0.alert == nil }
      guard case .menu(let sections) = screen.parts["menu"]?.content else { throw NoMenu() }
      #expect(!sections.isEmpty)
    }
  }

  @Test func `an alert that is closed without an option is cancelled`() async throws {
    try await alerting { screen, daemon in
      screen.isAlertPresented = false
      await until(screen) { $0.alert == nil }
      #expect(screen.parts["menu"]?.content == .menu([]))
      let snapshot = try await daemon.getState("menu")
      #expect(snapshot.failure == nil)
    }
  }

  @Test func `a fresh failure is an alert again`() async throws {
    try await alerting { screen, daemon in
      let first = try #require(screen.alert)
      _ = try await daemon.call("playScenario", ["scenario": "offline"])
      screen.press(.option(.tryAgain, of: first.failureId))
      screen.isAlertPresented = false
      await until(screen) { $0.alert?.buttons.contains(where: \.running) == true }
      _ = try await daemon.call("advanceClock", ["seconds": 5])
      await until(screen) { $0.isAlertPresented }
      #expect(screen.alert?.failureId != first.failureId)
    }
  }
}

private struct NoMenu: Error {}
