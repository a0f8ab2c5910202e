import StatusdTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ManualStatusdTests {
  @Test func `a response that needs time is missed in words`() async throws {
    try await withManualStatusd { statusd in
      let refresh = try await statusd.send("refresh", of: "menu")
      let error = await #expect(throws: NoResponse.self) { try await refresh.snapshot() }
      #expect(error?.description == "refresh has no response yet: advance the clock.")
      try await statusd.advance(by: .seconds(1))
      let unfailed = await #expect(throws: NoFailure.self) { try await refresh.failure() }
      #expect(unfailed?.result["status"] == "loaded")
    }
  }

  @Test func `calls reach the daemon in the order in which they were begun`() async throws {
    try await withManualStatusd { statusd in
      for turn in 1...50 {
        try await statusd.send("setAutoPolling", of: "menu", ["enabled": .bool(turn.isMultiple(of: 2))])
      }
      #expect(try await statusd.client.getState("menu").autoPolling.enabled)
    }
  }

  @Test func `a call that is given up fails with requestCancelled`() async throws {
    try await withManualStatusd { statusd in
      let refresh = try await statusd.send("refresh", of: "menu")
      try await refresh.cancel()
      #expect(try await refresh.failure().kind == .requestCancelled)
    }
  }

  @Test func `what has not happened is said, with its place`() async throws {
    try await withManualStatusd { statusd in
      try await statusd.expect("menu")
      try await statusd.send("refresh", of: "menu")
      let error = await #expect(throws: Unexpected.self) { try await statusd.expect("menu", .loaded) }
      #expect(error?.description.hasPrefix("StatusdTestingTests/ManualStatusdTests.swift:") == true)
      #expect(error?.description.hasSuffix(": menu was loading, not loaded") == true)
    }
  }

  @Test func `a resource that only the scenario has, a value of its own, and a Retry-After`() async throws {
    let scenario = Scenario("own", .ok(["n": 1]), .fail(.tooManyRequests, retryAfter: 30))
    try await withManualStatusd(scenario) { statusd in
      let own = try await statusd.send("refresh", of: "own")
      try await statusd.advance(by: .seconds(1))
      #expect(try await own.snapshot().value == ["n": 1])
      let refused = try await statusd.send("refresh", of: "own")
      try await statusd.advance(by: .seconds(1))
      #expect(try await refused.failure().data.retry.after == 30)
    }
  }

  @Test @MainActor func `a screen is expected as it is at the daemon's time`() async throws {
    try await withManualStatusd("offline") { statusd in
      let screen = try await statusd.client.screen(parts: ["menu": Part()])
      screen.press(.refresh("menu"))
      try await statusd.expect(screen) { $0.parts["menu"]?.phase == .loading }
      try await statusd.advance(by: .seconds(1))
      try await statusd.expect(screen) { $0.parts["menu"]?.failure?.kind == .offline }
      let error = await #expect(throws: Unexpected.self) {
        try await statusd.expect(screen) { $0.alert != nil }
      }
      #expect(error?.description.hasSuffix(": menu is error, no alert") == true)
    }
  }
}
