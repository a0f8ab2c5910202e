import StatusdTesting
import Testing

/// What every app of this kind is asked for, as tests over a real daemon.
struct SeedTests {
  @Test func `auto-polling that is switched on twice polls once`() async throws {
    try await withManualStatusd { statusd in
      for _ in 1...2 {
        try await statusd.send("setAutoPolling", of: "menu", ["enabled": true, "interval": 10])
      }
      try await statusd.advance(by: .seconds(35))
      #expect(try await statusd.fetches(of: "menu").count == 4)
    }
  }

  @Test func `a refresh starts no polling`() async throws {
    try await withManualStatusd { statusd in
      try await statusd.send("refresh", of: "menu")
      try await statusd.advance(by: .seconds(3_600))
      #expect(try await statusd.fetches(of: "menu").count == 1)
      #expect(try await statusd.client.getState("menu").autoPolling.enabled == false)
    }
  }

  @Test func `a fetch is tried three times`() async throws {
    try await withManualStatusd("always-fails") { statusd in
      let refresh = try await statusd.send("refresh", of: "menu")
      try await statusd.advance(by: .seconds(30))
      #expect(try await refresh.failure().kind == .serverError)
      #expect(try await statusd.fetches(of: "menu").map(\.attempts) == [3])
    }
  }

  @Test func `the first fetch fails, and its button brings the menu`() async throws {
    try await withManualStatusd("first-fails") { statusd in
      let refresh = try await statusd.send("refresh", of: "menu")
      try await statusd.advance(by: .seconds(30))
      let failure = try await refresh.failure()
      try await statusd.expect("menu", .loading, .loading, .loading, .failed)
      let params: Params = ["failureId": .string(failure.data.failureId), "optionId": "tryAgain"]
      let retry = try await statusd.send("retry", params)
      try await statusd.advance(by: .seconds(30))
      #expect(try await retry.result(as: RetryResult.self).recovered)
      try await statusd.expect("menu", .loading, .loaded)
    }
  }

  @Test(arguments: [
    FailureKind.offline, .hostNotFound, .cannotConnect, .timeout, .certificateInvalid, .unauthorized,
    .notFound,
    .serverError, .malformedData, .unexpectedShape,
  ])
  func `each of ten fakes is a failure with buttons`(kind: FailureKind) async throws {
    try await withManualStatusd(Scenario("menu", .fail(kind))) { statusd in
      let refresh = try await statusd.send("refresh", of: "menu")
      try await statusd.advance(by: .seconds(30))
      let failure = try await refresh.failure()
      #expect(failure.kind == kind)
      #expect(failure.options.first?.id == .cancel)
    }
  }

  @Test func `two calls start one fetch`() async throws {
    try await withManualStatusd { statusd in
      let calls = [try await statusd.send("refresh", of: "menu"), try await statusd.send("fetchMenu")]
      try await statusd.advance(by: .seconds(1))
      #expect(try await calls[0].snapshot() == calls[1].snapshot())
      #expect(try await statusd.fetches(of: "menu").count == 1)
    }
  }

  @Test func `a failure is shown no sooner than after the minimum time, a value at once`() async throws {
    try await withManualStatusd("offline") { statusd in
      let failing = try await statusd.send("refresh", of: "menu")
      try await statusd.advance(by: .milliseconds(299))
      #expect(try await failing.isPending)
      try await statusd.advance(by: .milliseconds(1))
      #expect(try await failing.failure().kind == .offline)
      try await statusd.play("demo")
      let succeeding = try await statusd.send("refresh", of: "menu")
      try await statusd.advance(by: .milliseconds(100))
      #expect(try await succeeding.snapshot().status == .loaded)
    }
  }
}
