import Reactor
import StatusCore

/// One run of a program as a state machine: what it has written, whether it has ended, what that comes to.
struct CommandRun {
  enum Action {
    case wait
    /// The program has ended and something may be left in its pipes, or another holds them open: wait for
    /// their ends, or for a while in which nothing comes.
    case waitForRest
    case finish(Result<[UInt8], Problem>)
  }

  private let command: Command
  private let bodyBytes: Int
  private var output: [UInt8] = []
  private var errors = LastLine()
  private var hasOutputEnded = false
  private var haveErrorsEnded = false
  private var ending: ChildProcess.Ending?
  private var hasComeSince = false

  init(_ command: Command, bodyBytes: Int) {
    self.command = command
    self.bodyBytes = bodyBytes
  }

  mutating func received(_ event: ChildProcess.Event) -> Action {
    hasComeSince = true
    switch event {
    case .output(let bytes): output += bytes
    case .errors(let bytes): errors.append(bytes)
    case .outputEnded: hasOutputEnded = true
    case .errorsEnded: haveErrorsEnded = true
    case .ended(let ending):
      self.ending = ending
      hasComeSince = false
      return isComplete ? finish() : .waitForRest
    }
    guard output.count <= bodyBytes else { return .finish(.failure(tooLarge)) }
    return isComplete ? finish() : .wait
  }

  /// That while is over: what has come is all, unless something came meanwhile.
  mutating func restIsLate() -> Action {
    guard hasComeSince else { return finish() }
    hasComeSince = false
    return .waitForRest
  }

  /// Why the run is not over, when its time is.
  var timeout: Problem {
    problem(reason: "timeout", "\(command.shownProgram) was still running.")
  }

  /// A value needs its end, an error message its own.
  private var isComplete: Bool {
    ending != nil && hasOutputEnded && (ending == .exited(status: 0) || haveErrorsEnded)
  }

  private func finish() -> Action {
    switch ending {
    case .exited(status: 0) where output.isEmpty: .finish(.failure(empty))
    case .exited(status: 0): .finish(.success(output))
    case .exited(let status): .finish(.failure(exit(status)))
    case .signal(let number): .finish(.failure(signal(number)))
    case nil: .wait
    }
  }
}

// MARK: Problems

extension CommandRun {
  private var tooLarge: Problem {
    var problem = Problem(
      .bodyTooLarge, explanation: "\(command.shownProgram) writes more than \(bodyBytes) bytes.")
    problem.detail.limit = bodyBytes
    return problem
  }

  private var empty: Problem {
    var problem = Problem(.missingData, explanation: "\(command.shownProgram) wrote nothing.")
    problem.detail.stderr = lastWords
    return problem
  }

  private func exit(_ status: Int) -> Problem {
    var problem = problem(
      reason: "exitStatus", "\(command.shownProgram) ended with status \(status)\(lastWordsInSentence)")
    problem.detail.exitStatus = status
    return problem
  }

  private func signal(_ number: Int) -> Problem {
    var problem = problem(
      reason: "signal", "\(command.shownProgram) was ended by signal \(number)\(lastWordsInSentence)")
    problem.detail.signal = number
    return problem
  }

  private func problem(reason: String, _ explanation: String) -> Problem {
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
