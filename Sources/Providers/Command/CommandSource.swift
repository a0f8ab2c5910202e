import Glibc
package import Reactor
package import StatusCore

/// A resource that is what a program writes to its standard output.
///
/// Each attempt is a run. It is over when the program ends; what else it has started and left behind is ended
/// then, as is everything when nobody waits any more.
@LoopActor
package final class CommandSource: Source {
  /// What a program is given to end by itself once it was asked to.
  package static let endGrace = Duration.seconds(2)
  /// For how long nothing may come from the pipes of a program that has ended, if it left them to another.
  package static let restGrace = Duration.seconds(1)

  /// The program alone: its arguments may hold secrets.
  ///
  /// Found anew each time, since a program may come and go.
  package var address: String { command.redacted }
  private let command: Command
  private let bodyBytes: Int
  private let environment: EnvironmentChanges?
  private let timers: TimerQueue

  /// - Parameters:
  ///   - bodyBytes: A program that writes more is ended.
  ///   - environment: How the program's environment differs from the daemon's; nil for not at all.
  package init(
    _ command: Command, bodyBytes: Int = HTTPLimits().bodyBytes, environment: EnvironmentChanges? = nil,
    timers: TimerQueue = LoopActor.shared.loop.timers
  ) {
    self.command = command
    self.bodyBytes = bodyBytes
    self.environment = environment
    self.timers = timers
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    start(CommandRun(command, output: .kept(bodyBytes, takesNothing: request.takesNothing)), completion)
  }

  /// Runs the program for its effect: it has done what it should if it ends with status 0.
  ///
  /// `completion` is called as that of ``fetch(_:_:)``, with nil for success.
  package func run(_ completion: @escaping @LoopActor (Problem?) -> Void) -> any SourceAttempt {
    start(CommandRun(command, output: .dropped)) { outcome in
      if case .failure(let problem) = outcome { completion(problem) } else { completion(nil) }
    }
  }

  private func start(_ run: CommandRun, _ completion: @escaping SourceCompletion) -> any SourceAttempt {
    let address = address
    let attempt = CommandAttempt(run, address: address, timers: timers, completion)
    do throws(SystemError) {
      try attempt.start(command.words, environment)
      return attempt
    } catch {
      var problem = Problem(starting: command, errno: error.errno)
      problem.detail.url = address
      return LaterCompletion(completion) { [problem] in .failure(problem) }
    }
  }
}

/// A run under way; its process keeps it.
@LoopActor
private final class CommandAttempt: SourceAttempt {
  private let loop = LoopActor.shared.loop
  private var run: CommandRun
  private let address: String
  private let timers: TimerQueue
  private var completion: SourceCompletion?
  private var process: ChildProcess?
  private var rest: Timer?

  init(_ run: CommandRun, address: String, timers: TimerQueue, _ completion: @escaping SourceCompletion) {
    self.run = run
    self.address = address
    self.timers = timers
    self.completion = completion
  }

  func start(_ words: [String], _ environment: EnvironmentChanges?) throws(SystemError) {
    process = try ChildProcess(words, environment: environment, on: loop) { [self] event in
      perform(run.received(event))
    }
  }

  func cancel() {
    completion = nil
    rest?.cancel()
    process?.end(grace: CommandSource.endGrace, timers: timers)
    process = nil
  }

  func expire() -> Problem {
    cancel()
    return addressed(run.timeout)
  }

  private func perform(_ action: CommandRun.Action) {
    switch action {
    case .wait: break
    case .waitForRest:
      rest = timers.schedule(after: CommandSource.restGrace) { [self] in
        // What is in the pipes now, after a busy or suspended second, is read first.
        loop.onNextTurn { self.restIsLate() }
      }
    case .finish(let outcome):
      let completion = completion
      cancel()
      completion?(outcome.map(SourceResponse.body).mapError(addressed))
    }
  }

  private func restIsLate() {
    guard completion != nil else { return }
    perform(run.restIsLate())
  }

  private func addressed(_ problem: Problem) -> Problem {
    var problem = problem
    problem.detail.url = address
    return problem
  }
}

extension Problem {
  /// Why a program did not start, as posix_spawn(3) says.
  init(starting command: Command, errno: CInt) {
    self.init(.commandFailed)
    detail.errno = Int(errno)
    let isPath = command.program.utf8.contains(UInt8(ascii: "/"))
    let ending: Explanation.Program
    switch errno {
    case ENOENT where isPath && SearchPath.finds(command.program):
      detail.reason = "notExecutable"
      ending = .noInterpreter
    case ENOENT, ENOTDIR:
      detail.reason = "notFound"
      ending = .notFound(isPath: isPath)
    case EACCES, ENOEXEC, EISDIR, EPERM:
      detail.reason = "notExecutable"
      ending = .notExecutable(cause: Self.words(errno))
    default: ending = .notStarted(cause: Self.words(errno))
    }
    explanation = .program(ending, of: command.shownProgram)
  }

  private static func words(_ errno: CInt) -> String {
    // SAFETY: strerror's buffer is copied before anything else can call it; it never returns NULL.
    unsafe String(cString: strerror(errno))
  }
}
