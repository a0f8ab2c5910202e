import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// What attempts meet that a script rules.
@Suite struct ScenarioSourceTests {
  @Test func `a script that ends with fail fails from then on`() {
    let script = Scenario.Script([Scenario.Step(.ok)], end: .fail)
    guard case .failure(let problem) = script.step(1).result({ ResourceValue(normalised: []) }) else {
      Issue.record("a step came behind the last one")
      return
    }
    #expect(problem.kind == .internalError && problem.detail.reason == "scriptExhausted")
    #expect(script.step(0) == Scenario.Step(.ok) && script.step(2).after == .zero)
  }

  @Test func `the words of a step come before all others`() {
    var step = Scenario.Step(.failure(.serverError))
    var details = ProblemDetails()
    details.detail = "Back at ten."
    step.detail.problem = details
    func reason() -> String? {
      guard case .failure(let problem) = step.result({ ResourceValue(normalised: []) }) else { return nil }
      return problem.explanation?.english
    }
    #expect(reason() == "Back at ten.")
    step.failureReason = .quoted("The cook is ill.")
    #expect(reason() == "The cook is ill.")
  }

  init() {
    EventLoopThread.start()
  }

  /// What that many attempts, one after the other, come to, each in no more than that time.
  @LoopActor private func played(
    _ script: Scenario.Script, count: Int, within limit: Duration = DemoSource.delay,
    stage: ScenarioStage = ScenarioStage()
  ) -> [Result<SourceResponse, Problem>?] {
    let timers = TimerQueue(source: ManualTime())
    let demo = DemoSource(shape: .menu, timers: timers, seed: 1)
    let source = ScenarioSource(script, of: "test", on: stage, demo: demo, timers: timers)
    return (0..<count).map { _ in
      let outcome = Box<Result<SourceResponse, Problem>?>(nil)
      let attempt = source.fetch(SourceRequest()) { outcome.value = $0 }
      timers.advance(by: limit)
      attempt.cancel()
      return outcome.value
    }
  }

  /// The kinds in the order in which the attempts met them; nil for success.
  @LoopActor private func kinds(_ outcomes: [Result<SourceResponse, Problem>?]) -> [FailureKind?] {
    outcomes.map { outcome in
      guard case .failure(let problem) = outcome else { return nil }
      return problem.kind
    }
  }

  @LoopActor @Test(arguments: FailureKind.allCases)
  func `an attempt can meet every kind of failure`(kind: FailureKind) {
    #expect(kinds(played(Scenario.Script([.init(.failure(kind))]), count: 1)) == [kind])
  }

  @LoopActor
  @Test(arguments: [
    (Scenario.End.last, [FailureKind.offline, .timeout, .timeout, .timeout]),
    (.cycle, [.offline, .timeout, .offline, .timeout]),
  ])
  func `behind the last step comes that one or the first`(end: Scenario.End, expected: [FailureKind]) {
    let script = Scenario.Script([.init(.failure(.offline)), .init(.failure(.timeout))], end: end)
    #expect(kinds(played(script, count: 4)) == expected)
  }

  @LoopActor @Test func `a step takes its time`() {
    var step = Scenario.Step(.failure(.offline))
    step.after = .seconds(5)
    #expect(kinds(played(Scenario.Script([step]), count: 1, within: .milliseconds(4_999))) == [nil])
    #expect(kinds(played(Scenario.Script([step]), count: 1, within: .seconds(5))) == [.offline])
  }

  @LoopActor @Test func `a failure has the status and the wait of its step`() throws {
    var step = Scenario.Step(.failure(.serverError))
    (step.status, step.retryAfter) = (502, .seconds(9))
    let outcome = try #require(played(Scenario.Script([step]), count: 1)[0])
    guard case .failure(let problem) = outcome else {
      Issue.record("no failure")
      return
    }
    #expect(problem.detail.status == 502 && problem.retryAfter == .seconds(9))
    #expect(problem.explanation?.english == "The server responded with status 502.")
  }

  @LoopActor @Test func `success brings what the step says, or what the demo shows`() throws {
    let script = Scenario.Script([.init(.ok, body: [0x5B, 0x5D]), .init(.ok), .init(.notModified)])
    let replies = try played(script, count: 3).map { try #require($0).get() }
    guard case .body([0x5B, 0x5D]) = replies[0].content, case .value(.menu(.demo)) = replies[1].content,
      case .notModified = replies[2].content
    else {
      Issue.record("\(replies)")
      return
    }
  }

  @LoopActor @Test func `signing in changes what is met where the script says so`() {
    let stage = ScenarioStage()
    let script = Scenario.Script([.init(.failure(.unauthorized))], onceSignedIn: .init(.ok))
    #expect(kinds(played(script, count: 1, stage: stage)) == [.unauthorized])
    stage.isSignedIn = true
    #expect(kinds(played(script, count: 1, stage: stage)) == [nil])
  }
}
