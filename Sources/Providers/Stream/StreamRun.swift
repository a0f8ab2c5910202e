import Reactor
import StatusCore

/// One run of a program that stays, as a state machine: its lines are values, its end is a problem.
struct StreamRun {
  enum Action {
    case wait
    /// Lines: the newest is a value, with those before it; or the problem that one is too long.
    case deliver(Result<SourceResponse, Problem>)
    /// The program has ended or writes no more values; what is left in the pipes may come for a while.
    case waitForRest
    /// The run is over.
    case finish(Problem)
  }

  private var report: CommandReport
  private var lines: StreamLines
  private var hasOutputEnded = false
  private var haveErrorsEnded = false
  private var ending: ChildProcess.Ending?

  /// - Parameter limit: The most bytes of a line.
  init(_ command: Command, limit: Int) {
    report = CommandReport(command)
    lines = StreamLines(limit: limit)
  }

  /// What follows from an event; a last line comes before the end that follows it.
  mutating func received(_ event: ChildProcess.Event) -> [Action] {
    switch event {
    case .output(let bytes): return deliveries(of: lines.append(bytes))
    case .errors(let bytes): report.received(errors: bytes)
    case .outputEnded:
      hasOutputEnded = true
      return deliveries(of: lines.end()) + [isOver ? .finish(problem) : .waitForRest]
    case .errorsEnded: haveErrorsEnded = true
    case .ended(let ending):
      self.ending = ending
      return [isOver ? .finish(problem) : .waitForRest]
    }
    return [isOver ? .finish(problem) : .wait]
  }

  /// Why nothing more comes.
  var problem: Problem {
    ending.map(report.ended) ?? report.problem(reason: nil, .closedOutput)
  }

  /// Why somebody who has waited for a value got none.
  var timeout: Problem { report.problem(reason: "timeout", .wroteNoValue) }

  private var isOver: Bool { ending != nil && hasOutputEnded && haveErrorsEnded }

  private func deliveries(of arrival: StreamLines.Arrival) -> [Action] {
    var actions: [Action] = []
    if let newest = SourceResponse(newestOf: arrival.lines) { actions.append(.deliver(.success(newest))) }
    if arrival.endsTooLong { actions.append(.deliver(.failure(report.tooLarge(lines.limit)))) }
    return actions
  }
}

extension SourceResponse {
  /// The last of some lines, with those before it; nil for none.
  fileprivate init?(newestOf lines: [[UInt8]]) {
    guard let newest = lines.last else { return nil }
    self.init(.body(newest))
    earlier = lines.dropLast().map(SourceResponse.body)
  }
}
