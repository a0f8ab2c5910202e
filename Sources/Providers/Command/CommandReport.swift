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
    var problem = Problem(.bodyTooLarge, explanation: explanation(.wroteTooMuch(limit: limit)))
    problem.detail.limit = limit
    return problem
  }

  var empty: Problem {
    var problem = Problem(.missingData, explanation: explanation(.wroteNothing))
    problem.detail.stderr = lastWords
    return problem
  }

  func ended(_ ending: ChildProcess.Ending) -> Problem {
    switch ending {
    case .exited(let status):
      var problem = problem(reason: "exitStatus", .exited(status: status, words: lastWords))
      problem.detail.exitStatus = status
      return problem
    case .signal(let number):
      var problem = problem(reason: "signal", .signalled(number, words: lastWords))
      problem.detail.signal = number
      return problem
    }
  }

  func problem(reason: String?, _ ending: Explanation.Program) -> Problem {
    var problem = Problem(.commandFailed, explanation: explanation(ending))
    problem.detail.reason = reason
    problem.detail.stderr = lastWords
    return problem
  }

  private var lastWords: String? {
    errors.text.map(command.redacted)
  }

  private func explanation(_ ending: Explanation.Program) -> Explanation {
    .program(ending, of: command.shownProgram)
  }
}
