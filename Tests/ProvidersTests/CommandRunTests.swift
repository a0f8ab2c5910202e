import Reactor
import StatusCore
import Testing

@testable import Providers

/// What the events of a run come to, in any order.
@Suite struct CommandRunTests {
  private static let command = Command(program: "sh", arguments: ["s3cret"])

  /// The first thing that is to be done after these events, but waiting.
  private func act(_ events: ChildProcess.Event...) -> CommandRun.Action {
    var run = CommandRun(Self.command, output: .kept(4))
    for event in events {
      let action = run.received(event)
      if case .wait = action { continue }
      return action
    }
    return .wait
  }

  private func outcome(_ action: CommandRun.Action) -> Result<[UInt8], Problem>? {
    guard case .finish(let outcome) = action else { return nil }
    return outcome
  }

  private func isWaitingForRest(_ action: CommandRun.Action) -> Bool {
    guard case .waitForRest = action else { return false }
    return true
  }

  @Test func `a value is all that was written, once the program and its output have ended`() {
    let output = ChildProcess.Event.output([1, 2])
    let action = act(output, .output([3]), .outputEnded, .ended(.exited(status: 0)))
    #expect(outcome(action) == .success([1, 2, 3]))
    #expect(isWaitingForRest(act(output, .ended(.exited(status: 0)))))
    #expect(outcome(act(output, .outputEnded)) == nil)
  }

  @Test func `what comes behind the end of the program counts`() {
    var run = CommandRun(Self.command, output: .kept(4))
    #expect(isWaitingForRest(run.received(.ended(.exited(status: 0)))))
    _ = run.received(.output([1]))
    #expect(outcome(run.received(.outputEnded)) == .success([1]))
  }

  @Test func `what has come is all when nothing more does`() {
    var run = CommandRun(Self.command, output: .kept(4))
    _ = run.received(.output([1]))
    _ = run.received(.ended(.exited(status: 0)))
    _ = run.received(.output([2]))
    #expect(isWaitingForRest(run.restIsLate()))
    #expect(outcome(run.restIsLate()) == .success([1, 2]))
  }

  @Test func `a program that writes too much is not waited for`() {
    #expect(outcome(act(.output([1, 2, 3, 4]))) == nil)
    guard case .failure(let problem) = outcome(act(.output([1, 2, 3, 4]), .output([5]))) else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.kind == .bodyTooLarge && problem.detail.limit == 4)
  }

  @Test func `an end without a value is missing data`() {
    guard case .failure(let problem) = outcome(act(.outputEnded, .ended(.exited(status: 0)))) else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.kind == .missingData)
  }

  @Test(arguments: [
    (ChildProcess.Ending.exited(status: 3), "exitStatus", "sh ended with status 3: no ***."),
    (.signal(9), "signal", "sh was ended by signal 9: no ***."),
  ])
  func `a bad end wins over what was written, and has the program's last words`(
    ending: ChildProcess.Ending, reason: String, explanation: String
  ) {
    let said = ChildProcess.Event.errors(Array("first\nno s3cret\n".utf8)[...])
    #expect(isWaitingForRest(act(.output([1]), .outputEnded, .ended(ending))))
    guard
      case .failure(let problem) = outcome(
        act(.output([1]), .outputEnded, said, .errorsEnded, .ended(ending)))
    else {
      Issue.record("it was taken")
      return
    }
    #expect(problem.kind == .commandFailed)
    #expect(problem.detail.reason == reason)
    #expect(problem.detail.stderr == "no ***")
    #expect(problem.explanation?.english == explanation)
    #expect((problem.detail.exitStatus == 3) == (reason == "exitStatus"))
    #expect((problem.detail.signal == 9) == (reason == "signal"))
  }

  @Test func `a run for its effect ends with its program, whatever that wrote`() {
    var run = CommandRun(Self.command, output: .dropped)
    guard case .wait = run.received(.output([1, 2, 3, 4, 5])) else {
      Issue.record("its output is waited for, or limited")
      return
    }
    #expect(outcome(run.received(.ended(.exited(status: 0)))) == .success([]))
  }

  @Test func `a run for its effect that fails waits for the last words`() {
    var run = CommandRun(Self.command, output: .dropped)
    #expect(isWaitingForRest(run.received(.ended(.exited(status: 3)))))
    _ = run.received(.errors(Array("no\n".utf8)[...]))
    guard case .failure(let problem) = outcome(run.received(.errorsEnded)) else {
      Issue.record("it did not fail")
      return
    }
    #expect(problem.detail.reason == "exitStatus" && problem.detail.stderr == "no")
  }

  @Test func `a run whose time is over says what it said last`() {
    var run = CommandRun(Self.command, output: .kept(4))
    _ = run.received(.errors(Array("asking…".utf8)[...]))
    #expect(run.timeout.kind == .commandFailed)
    #expect(run.timeout.detail.reason == "timeout")
    #expect(run.timeout.detail.stderr == "asking…")
  }
}
