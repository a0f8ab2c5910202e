import CLinux
import CProcess
import Glibc

/// A program that this process runs, with all that it starts in turn: a process group, which is ended whole.
///
/// The program leads a session of its own, so that its group's number is its process id, and it has no
/// terminal to ask anything. It has standard input from /dev/null, and none of this process's descriptors.
/// What leaves the group on purpose (setsid(2)) is not followed.
@LoopActor
package final class ChildProcess {
  package enum Event {
    case output(ArraySlice<UInt8>)
    case errors(ArraySlice<UInt8>)
    case outputEnded, errorsEnded
    /// The program itself has ended; what it left in the pipes may still come.
    case ended(Ending)
  }

  /// How a program ended, wait(2).
  package enum Ending: Hashable, Sendable {
    case exited(status: Int)
    case signal(Int)
  }

  /// Those of which something may still run.
  static var present: [pid_t: ChildProcess] = [:]

  package let id: Int
  private var group: pid_t { pid_t(id) }
  private var pipes: Pipes?
  /// The process's pidfd, until it is reaped.
  private var descriptor: CInt
  private var watch: Watch?
  private var received: (@LoopActor (Event) -> Void)?
  private var deadline: Timer?
  private var wasKilled = false

  /// Starts a program.
  ///
  /// It is looked for in PATH if its name has no slash. The call returns once the program was loaded, as
  /// posix_spawn(3) does.
  /// - Parameters:
  ///   - words: The program and its arguments; no zero byte in them.
  ///   - environment: How its environment differs from this process's; nil for not at all.
  ///   - received: Called with each event, later and until ``end(grace:timers:)``.
  /// - Throws: Why it could not be started: ENOENT, EACCES, ENOEXEC, …
  package init(
    _ words: [String], environment: EnvironmentChanges? = nil, on loop: EventLoop,
    _ received: @escaping @LoopActor (Event) -> Void
  ) throws(SystemError) {
    // A parent may have left it ignored: children then vanish, and their status with them.
    signal(SIGCHLD, SIG_DFL)
    let pipes = try Pipes()
    // A second signal in between would end this process and leave the program behind.
    let process = try SignalMask.blockingAll { () throws(SystemError) in
      let process = try Self.spawn(words, environment, pipes)
      statusd_note_group(process)
      return process
    }
    id = Int(process)
    self.pipes = pipes
    self.received = received
    descriptor = statusd_pidfd_open(process)
    guard descriptor >= 0 else {
      let error = SystemError("pidfd_open")
      kill(-process, SIGKILL)
      statusd_forget_group(process)
      Self.reap(process)
      throw error
    }
    Self.present[process] = self
    watch = loop.watch(descriptor, for: .readable) { [weak self] _ in self?.leaderEnded() }
    pipes.start(on: loop) { [weak self] in self?.received?($0) }
  }

  private static func spawn(
    _ words: [String], _ environment: EnvironmentChanges?, _ pipes: Pipes
  ) throws(SystemError) -> pid_t {
    var process = pid_t()
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe $0.entries.map { unsafe strdup($0) } + [nil] } ?? []
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    // SAFETY: both arrays are ended by nil and their strings live until this call returns; environ is changed by
    // nobody.
    let code =
      if environment == nil {
        unsafe statusd_spawn(&process, &arguments, environ, pipes.outputWriter, pipes.errorsWriter)
      } else {
        unsafe statusd_spawn(&process, &arguments, &variables, pipes.outputWriter, pipes.errorsWriter)
      }
    pipes.closeWriters()
    guard code == 0 else { throw SystemError(words[0], errno: cause(of: code, starting: words[0])) }
    return process
  }

  /// Why a program did not start, by what posix_spawnp(3) says.
  ///
  /// It says EACCES also of a folder of PATH that may not be entered, when no other has the program.
  private static func cause(of code: CInt, starting program: String) -> CInt {
    guard code == EACCES, !program.utf8.contains(UInt8(ascii: "/")) else { return code }
    return SearchPath.contains(program) ? code : ENOENT
  }
}

extension ChildProcess {
  /// Reads no more of the program's standard output for a while, or goes on.
  ///
  /// The program waits once the pipe is full.
  package func pauseOutput(_ isPaused: Bool) {
    pipes?.pauseOutput(isPaused)
  }
}

// MARK: Ending

extension ChildProcess {
  /// Ends what still runs of the group: it is asked to (SIGTERM), and has to after `grace` (SIGKILL).
  ///
  /// No event comes any more; the pipes are closed.
  package func end(grace: Duration, timers: TimerQueue) {
    received = nil
    pipes = nil
    guard deadline == nil, !forgetIfGone() else { return }
    kill(-group, SIGTERM)
    deadline = timers.schedule(after: grace) { [self] in
      kill(-group, SIGKILL)
      wasKilled = true
      forgetIfGone()
    }
  }

  /// Ends every program that still runs, for the end of this process: within `grace`, whatever they do.
  package static func endAll(grace: Duration) {
    for child in present.values { kill(-child.group, SIGTERM) }
    let deadline = SystemTime.sinceStart + grace
    for child in present.values where child.descriptor >= 0 {
      var polled = pollfd(fd: child.descriptor, events: Int16(POLLIN), revents: 0)
      // A signal must not shorten the time that the programs have.
      repeat {
        let left = (deadline - SystemTime.sinceStart).waitMilliseconds
        if unsafe poll(&polled, 1, left) >= 0 { break }
      } while errno == EINTR
    }
    for child in present.values {
      kill(-child.group, SIGKILL)
      statusd_forget_group(child.group)
    }
    present = [:]
  }

  /// The program has ended: it is reaped, which frees its number once nothing of the group is left.
  func leaderEnded() {
    guard descriptor >= 0 else { return }
    watch?.cancel()
    let status = Self.reap(group)
    close(descriptor)
    descriptor = -1
    if let received {
      received(.ended(Ending(status)))
    } else {
      forgetIfGone()
    }
  }

  /// Whether nothing of the group is left that could be ended.
  ///
  /// The number is that group's as long as its leader is not reaped or another member lives (setpgid(2)), and
  /// the system does not give out a number again before it has gone through all of them: so the signals here
  /// reach nobody else.
  @discardableResult
  private func forgetIfGone() -> Bool {
    guard descriptor < 0, wasKilled || kill(-group, 0) != 0 else { return false }
    deadline?.cancel()
    Self.present[group] = nil
    statusd_forget_group(group)
    return true
  }

  @discardableResult
  private static func reap(_ process: pid_t) -> CInt {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}

extension ChildProcess.Ending {
  fileprivate init(_ status: CInt) {
    self = status & 0x7F == 0 ? .exited(status: Int(status >> 8 & 0xFF)) : .signal(Int(status & 0x7F))
  }
}

/// The pipes from a program's standard output and standard error.
@LoopActor
private final class Pipes {
  let outputWriter, errorsWriter: CInt
  private let outputReader, errorsReader: CInt
  private let output, errors: InputStream
  private var hasWriters = true

  init() throws(SystemError) {
    (outputReader, outputWriter) = try Self.pipe()
    do throws(SystemError) {
      (errorsReader, errorsWriter) = try Self.pipe()
    } catch {
      close(outputReader)
      close(outputWriter)
      throw error
    }
    output = InputStream(descriptor: outputReader, isOwn: true)
    errors = InputStream(descriptor: errorsReader, isOwn: true)
  }

  isolated deinit {
    closeWriters()
    output.close()
    errors.close()
    close(outputReader)
    close(errorsReader)
  }

  /// The program has ends of its own.
  func closeWriters() {
    guard hasWriters else { return }
    hasWriters = false
    close(outputWriter)
    close(errorsWriter)
  }

  func start(on loop: EventLoop, _ received: @escaping @LoopActor (ChildProcess.Event) -> Void) {
    output.start(on: loop) { event in
      switch event {
      case .bytes(let bytes): received(.output(bytes))
      // While it is paused: the end comes when it is read.
      case .writerLeft: break
      case .end: received(.outputEnded)
      }
    }
    errors.start(on: loop) { received($0.bytes.map(ChildProcess.Event.errors) ?? .errorsEnded) }
  }

  func pauseOutput(_ isPaused: Bool) {
    output.isPaused = isPaused
  }

  private static func pipe() throws(SystemError) -> (reader: CInt, writer: CInt) {
    var ends: [CInt] = [-1, -1]
    // SAFETY: two descriptors are written into an array of two.
    guard unsafe statusd_pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError("pipe") }
    // The reading end is this process's alone; the writing end, which the program gets, has its own flags.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }
}

extension InputStream.Event {
  /// nil for the end; for a stream that is never paused.
  fileprivate var bytes: ArraySlice<UInt8>? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }
}
