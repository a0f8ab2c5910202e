import Reactor
import StatusCore

/// A run of a program that stays, around ``StreamRun``; its process keeps it.
@LoopActor
final class StreamProcess {
  enum Event {
    /// Lines: the newest is a value, with those before it; or the problem that one is too long.
    case lines(Result<SourceResponse, Problem>)
    /// The program has ended, or could not be started.
    case over(Problem)
  }

  private let loop = LoopActor.shared.loop
  private let command: Command
  private let timers: TimerQueue
  private var run: StreamRun
  private var process: ChildProcess?
  private var rest: Timer?
  /// Whether the program has ended: what it has left in its pipes is read at once.
  private var hasEnded = false
  private var received: (@LoopActor (Event) -> Void)?

  init(_ command: Command, limit: Int, timers: TimerQueue) {
    self.command = command
    self.timers = timers
    run = StreamRun(command, limit: limit)
  }

  /// Starts the program; `received` is called later, and never from within this call.
  func start(_ received: @escaping @LoopActor (Event) -> Void) {
    self.received = received
    do throws(SystemError) {
      process = try ChildProcess(command.words, on: loop) { [self] event in
        if case .ended = event { readRest() }
        for action in run.received(event) { perform(action) }
      }
    } catch {
      let problem = Problem(starting: command, errno: error.errno)
      loop.onNextTurn { [self] in finish(with: problem) }
    }
  }

  /// Why somebody who has waited for a value got none.
  var timeout: Problem { run.timeout }

  /// Reads no more values for a while, so that the program waits for its reader; or goes on.
  func pause(_ isPaused: Bool) {
    if !hasEnded { process?.pauseOutput(isPaused) }
  }

  private func readRest() {
    hasEnded = true
    process?.pauseOutput(false)
  }

  /// Ends the program, with all that it has started; no event comes any more.
  func end() {
    received = nil
    rest?.cancel()
    process?.end(grace: CommandSource.endGrace, timers: timers)
    process = nil
  }

  private func perform(_ action: StreamRun.Action) {
    // A line may have been the last that anybody wanted.
    guard received != nil else { return }
    switch action {
    case .wait: break
    case .deliver(let outcome): received?(.lines(outcome))
    case .waitForRest:
      // Something else may hold the pipes open, so their ends are not waited for any longer.
      guard rest == nil else { return }
      rest = timers.schedule(after: CommandSource.restGrace) { [self] in
        // What is in the pipes now, after a busy or suspended second, is read first.
        loop.onNextTurn { self.finish(with: self.run.problem) }
      }
    case .finish(let problem): finish(with: problem)
    }
  }

  private func finish(with problem: Problem) {
    let received = received
    end()
    received?(.over(problem))
  }
}
