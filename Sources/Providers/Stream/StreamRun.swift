import Reactor
import StatusCore

/// One run of a program that stays, as a state machine: its lines are values, its end is a problem.
struct StreamRun {
  enum Action {
    case wait
    /// A line: a value, or the problem that it is too long.
    case deliver(Result<[UInt8], Problem>)
    /// The program has ended or writes no more values; what is left in the pipes may come for a while.
    case waitForRest
    /// The run is over.
    case finish(Problem)
  }

  private var report: CommandReport
  private var lines: NewestLine
  private var hasOutputEnded = false
  private var haveErrorsEnded = false
  private var ending: ChildProcess.Ending?

  /// - Parameter limit: The most bytes of a line.
  init(_ command: Command, limit: Int) {
    report = CommandReport(command)
    lines = NewestLine(limit: limit)
  }

  /// What follows from an event; a last line comes before the end that follows it.
  mutating func received(_ event: ChildProcess.Event) -> [Action] {
    switch event {
    case .output(let bytes): return [delivery(of: lines.append(bytes))]
    case .errors(let bytes): report.received(errors: bytes)
    case .outputEnded:
      hasOutputEnded = true
      return [delivery(of: lines.end()), isOver ? .finish(problem) : .waitForRest]
    case .errorsEnded: haveErrorsEnded = true
    case .ended(let ending):
      self.ending = ending
      return [isOver ? .finish(problem) : .waitForRest]
    }
    return [isOver ? .finish(problem) : .wait]
  }

  /// Why nothing more comes.
  var problem: Problem {
    ending.map(report.ended) ?? report.problem(reason: nil, "\(name) has closed its output.")
  }

  /// Why somebody who has waited for a value got none.
  var timeout: Problem { report.problem(reason: "timeout", "\(name) wrote no value in time.") }

  private var name: String { report.command.shownProgram }

  private var isOver: Bool { ending != nil && hasOutputEnded && haveErrorsEnded }

  private func delivery(of line: NewestLine.Line?) -> Action {
    switch line {
    case .complete(let bytes): .deliver(.success(bytes))
    case .tooLong: .deliver(.failure(report.tooLarge(lines.limit)))
    case nil: .wait
    }
  }
}
