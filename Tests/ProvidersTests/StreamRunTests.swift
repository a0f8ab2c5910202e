import Reactor
import StatusCore
import Testing

@testable import Providers

/// What the events of a program that stays come to, in any order.
@Suite struct StreamRunTests {
  /// What is done after these events, in words.
  private func play(_ events: ChildProcess.Event...) -> [String] {
    var run = StreamRun(Command(program: "show", arguments: ["s3cret"]), limit: 8)
    return events.flatMap { run.received($0) }.compactMap { action in
      switch action {
      case .wait: nil
      case .deliver(.success(let response)): response.texts.joined(separator: " ")
      case .deliver(.failure(let problem)): problem.kind.rawValue
      case .waitForRest: "rest"
      case .finish(let problem): problem.explanation?.english
      }
    }
  }

  private func output(_ text: String) -> ChildProcess.Event { .output(Array(text.utf8)[...]) }

  private func errors(_ text: String) -> ChildProcess.Event { .errors(Array(text.utf8)[...]) }

  @Test func `each line is a value`() {
    #expect(play(output("[1]\n"), output("[2]\n[3"), output("]\n")) == ["[1]", "[2]", "[3]"])
  }

  @Test func `the newest of several lines carries those before it`() {
    #expect(play(output("[1]\nlog\n[2]\n")) == ["[1] log [2]"])
  }

  @Test func `a line that is too long is a problem, and the next is a value`() {
    #expect(play(output("123456789\n"), output("[2]\n")) == ["bodyTooLarge", "[2]"])
    #expect(play(output("[1]\n123456789\n")) == ["[1]", "bodyTooLarge"])
  }

  @Test func `the end is a problem with the status and the last words, once all has come`() {
    let ended = play(
      output("[1]\n"), errors("no s3cret\n"), .ended(.exited(status: 3)), .errorsEnded, .outputEnded)
    #expect(ended == ["[1]", "rest", "show ended with status 3: no ***."])
  }

  @Test func `a last line needs no end, and comes before the problem`() {
    let ended = play(output("[1]"), .errorsEnded, .ended(.signal(9)), .outputEnded)
    #expect(ended == ["rest", "[1]", "show was ended by signal 9."])
  }

  @Test func `a status of 0 is an end, too`() {
    #expect(
      play(.outputEnded, .errorsEnded, .ended(.exited(status: 0))) == ["rest", "show ended with status 0."])
  }

  @Test func `a program that closes its output writes no more values`() {
    var run = StreamRun(Command(program: "show"), limit: 8)
    _ = run.received(.outputEnded)
    #expect(run.problem.explanation?.english == "show has closed its output.")
    #expect(run.problem.kind == .commandFailed && run.problem.detail.reason == nil)
  }

  @Test func `who has waited in vain is told so`() {
    let run = StreamRun(Command(program: "show"), limit: 8)
    #expect(run.timeout.kind == .commandFailed && run.timeout.detail.reason == "timeout")
  }
}
