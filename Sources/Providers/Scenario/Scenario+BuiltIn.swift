import StatusCore

extension Scenario {
  /// Those that need no file; docs/scenarios.md says what a front end should show.
  package static let builtIn: [Scenario] = [
    Scenario(name: "demo"),
    Scenario("every-other-fails", Script([.fail(.serverError), .ok], end: .cycle)),
    // As many as a fetch has attempts: the whole first fetch fails.
    Scenario("first-fails", Script([.fail(.serverError), .fail(.serverError), .fail(.serverError), .ok])),
    Scenario("always-fails", Script([.fail(.serverError)])),
    Scenario("offline", Script([.fail(.offline)])),
    Scenario("slow", Script([slow])),
    Scenario("server-errors", Script([500, 502, 503, 504].map(Step.status), end: .cycle)),
    Scenario("malformed", Script(malformed.map { Step(.ok, body: Array($0.utf8)) }, end: .cycle)),
    Scenario("rate-limited", Script([rateLimited])),
    outOfSpace,
    Scenario("signed-out", Script([.fail(.unauthorized)], onceSignedIn: .ok)),
  ]

  /// The same for `state` and `menu`.
  private init(_ name: String, _ script: Script) {
    self.init(name: name)
    scripts = [.state: script, .menu: script]
  }

  private static var slow: Step {
    var step = Step.ok
    step.after = .seconds(5)
    return step
  }

  private static var rateLimited: Step {
    var step = Step.fail(.tooManyRequests)
    step.retryAfter = .seconds(30)
    return step
  }

  private static var outOfSpace: Scenario {
    var scenario = Scenario(name: "out-of-space")
    scenario.storeIsFull = true
    return scenario
  }

  /// A web page, JSON that was cut, JSON of another shape, and nothing.
  private static let malformed = [
    "<!DOCTYPE html><title>Please sign in</title>", #"{"items":[{"name":"Co"#, #"{"message":"hello"}"#, "",
  ]
}

extension Scenario.Step {
  fileprivate static let ok = Scenario.Step(.ok)

  fileprivate static func fail(_ kind: FailureKind) -> Scenario.Step { Scenario.Step(.failure(kind)) }

  fileprivate static func status(_ status: Int) -> Scenario.Step {
    var step = fail(status == 503 ? .serviceUnavailable : .serverError)
    step.status = status
    return step
  }
}
