import Reactor
import StatusCore

/// What is said of a program that failed: how it ended and its last words, without its arguments.
struct CommandReport {
  let command: Command
  private var errors = LastLine()

  init(_ command: Command) {
    self.command = command
  }

  /// The program wrote to its standard error.
  mutating func received(errors bytes: ArraySlice<UInt8>) { errors.append(bytes) }

  func tooLarge(_ limit: Int) -> Problem {
    var problem = Problem(
      .bodyTooLarge, explanation: "\(command.shownProgram) writes more than \(limit) bytes.")
    problem.detail.limit = limit
    return problem
  }

  var empty: Problem {
    var problem = Problem(.missingData, explanation: "\(command.shownProgram) wrote nothing.")
    problem.detail.stderr = lastWords
    return problem
  }

  func ended(_ ending: ChildProcess.Ending) -> Problem {
    switch ending {
    case .exited(let status):
      var problem = problem(
        reason: "exitStatus", "\(command.shownProgram) ended with status \(status)\(lastWordsInSentence)")
      problem.detail.exitStatus = status
      return problem
    case .signal(let number):
      var problem = problem(
        reason: "signal", "\(command.shownProgram) was ended by signal \(number)\(lastWordsInSentence)")
      problem.detail.signal = number
      return problem
    }
  }

  func problem(reason: String?, _ explanation: String) -> Problem {
    var problem = Problem(.commandFailed, explanation: explanation)
    problem.detail.reason = reason
    problem.detail.stderr = lastWords
    return problem
  }

  private var lastWords: String? {
    errors.text.map(command.redacted)
  }

  /// `: not a repository.`, or a full stop alone.
  private var lastWordsInSentence: String {
    guard let lastWords else { return "." }
    return ": " + lastWords + (lastWords.last.map { ".!?".contains($0) } ?? false ? "" : ".")
  }
}
