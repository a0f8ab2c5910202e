import Glibc
package import Reactor
import StatusCore

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
  package let address: String
  private let command: Command
  private let bodyBytes: Int
  private let timers: TimerQueue

  /// - Parameter bodyBytes: A program that writes more is ended.
  package init(
    _ command: Command, bodyBytes: Int = HTTPLimits().bodyBytes,
    timers: TimerQueue = LoopActor.shared.loop.timers
  ) {
    self.command = command
    self.bodyBytes = bodyBytes
    self.timers = timers
    address = command.redacted
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    let run = CommandRun(command, bodyBytes: bodyBytes)
    let attempt = CommandAttempt(run, address: address, timers: timers, completion)
    do throws(SystemError) {
      try attempt.start(command.words)
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

  func start(_ words: [String]) throws(SystemError) {
    process = try ChildProcess(words, on: loop) { [self] event in
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
  fileprivate init(starting command: Command, errno: CInt) {
    self.init(.commandFailed)
    detail.errno = Int(errno)
    let (isPath, shown) = (command.program.contains("/"), command.shownProgram)
    switch errno {
    case ENOENT where isPath && Self.exists(command.program):
      detail.reason = "notExecutable"
      explanation = "\(shown) names an interpreter that does not exist."
    case ENOENT, ENOTDIR:
      detail.reason = "notFound"
      explanation = "There is no program \(shown)\(isPath ? "" : " in PATH")."
    case EACCES, ENOEXEC, EISDIR, EPERM:
      detail.reason = "notExecutable"
      explanation = "\(shown) cannot be executed (\(Self.words(errno)))."
    default: explanation = "\(shown) could not be started (\(Self.words(errno)))."
    }
  }

  private static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  private static func words(_ errno: CInt) -> String {
    // SAFETY: strerror's buffer is copied before anything else can call it; it never returns NULL.
    unsafe String(cString: strerror(errno))
  }
}
