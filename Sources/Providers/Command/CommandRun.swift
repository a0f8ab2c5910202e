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

  /// What becomes of what the program writes to its standard output.
  enum Output: Hashable {
    /// It is the value, of at most so many bytes; nothing is a problem unless it is taken too.
    case kept(Int, takesNothing: Bool = false)
    /// Nobody asked for it.
    case dropped

    fileprivate var limit: Int {
      switch self {
      case .kept(let limit, _): limit
      case .dropped: 0
      }
    }

    fileprivate var refusesNothing: Bool {
      if case .kept(_, let takesNothing) = self { !takesNothing } else { false }
    }
  }

  private var report: CommandReport
  private let use: Output
  private var output: BodyBuffer
  private var hasOutputEnded = false
  private var haveErrorsEnded = false
  private var ending: ChildProcess.Ending?
  private var hasComeSince = false

  init(_ command: Command, output: Output) {
    report = CommandReport(command)
    use = output
    self.output = BodyBuffer(limit: output.limit)
  }

  mutating func received(_ event: ChildProcess.Event) -> Action {
    hasComeSince = true
    switch event {
    case .output where use == .dropped: break
    case .output(let bytes):
      guard output.count + bytes.count <= output.limit else {
        return .finish(.failure(report.tooLarge(output.limit)))
      }
      output.append(bytes)
    case .errors(let bytes): report.received(errors: bytes)
    case .outputEnded: hasOutputEnded = true
    case .errorsEnded: haveErrorsEnded = true
    case .ended(let ending):
      self.ending = ending
      hasComeSince = false
      return isComplete ? finish() : .waitForRest
    }
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
    report.problem(reason: "timeout", .stillRunning)
  }

  /// A value needs its end, an error message its own.
  private var isComplete: Bool {
    guard let ending else { return false }
    if use == .dropped { return ending == .exited(status: 0) || haveErrorsEnded }
    return hasOutputEnded && (ending == .exited(status: 0) || haveErrorsEnded)
  }

  private func finish() -> Action {
    switch ending {
    case .exited(status: 0) where use.refusesNothing && output.count == 0: .finish(.failure(report.empty))
    case .exited(status: 0): .finish(.success(output.bytes))
    case .some(let ending): .finish(.failure(report.ended(ending)))
    case nil: .wait
    }
  }
}
