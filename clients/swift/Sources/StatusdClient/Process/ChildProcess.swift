internal import Foundation
internal import StatusdTypes

/// The daemon's process, from its start until it has been waited for.
///
/// Foundation's Process learns of an end when everything that inherited its descriptors has ended, the daemon's own
/// children among it. Here a thread waits for the process itself.
final class ChildProcess: Sendable {
  let pid: pid_t
  private let input: InputWriter
  private let exit = Locked<DaemonEnded.Exit?>(nil)
  private let reader: OutputReader

  /// Starts the process.
  ///
  /// `reader` of its output begins with `read`.
  init(_ command: Command) throws(ProgramNotFound) {
    do {
      let (pid, input, reader) = try Self.launch(command)
      self.pid = pid
      self.input = InputWriter(input)
      self.reader = reader
    } catch {
      throw ProgramNotFound(program: command.program, reason: error.words)
    }
  }

  private static func launch(_ command: Command) throws(SystemError) -> (pid_t, Int32, OutputReader) {
    let pipes = try (0..<4).map { _ throws(SystemError) in try Pipe() }
    let launch = ProcessLaunch(
      command: command, input: pipes[0].reading, output: pipes[1].writing, error: pipes[2].writing)
    let pid: pid_t
    do {
      pid = try launch.run()
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
    for descriptor in [pipes[0].reading, pipes[1].writing, pipes[2].writing] {
      _ = Foundation.close(descriptor)
    }
    return (
      pid, pipes[0].writing, OutputReader(output: pipes[1].reading, error: pipes[2].reading, exit: pipes[3])
    )
  }

  /// Begins to read and to wait.
  ///
  /// `onEnd` comes last, once, when everything that the process wrote has been read.
  func read(onOutput: @escaping @Sendable (Data) -> Void, onEnd: @escaping @Sendable (DaemonEnded) -> Void) {
    Thread.detachNewThread { [self] in
      awaitExit()
      reader.exited()
    }
    Thread.detachNewThread { [self] in
      let lines = reader.read(onOutput)
      let ending = DaemonEnded(exit: exit.withLock { $0 } ?? .unknown, standardError: lines)
      kill()  // It may have closed its output and run on.
      onEnd(ending)
    }
  }

  func write(_ bytes: Data) {
    input.write(bytes)
  }

  /// Ends the process's input behind what was written.
  func closeInput() {
    input.close()
  }

  func kill() {
    signal(SIGKILL)
  }

  /// Nothing is sent to a process that has been waited for: its number may be another one's by now.
  func signal(_ number: Int32) {
    exit.withLock { exit in
      if exit == nil { _ = Foundation.kill(pid, number) }
    }
  }

  private func awaitExit() {
    // Leaves the process to be waited for, so that its number stays its own until the lock is held.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    exit.withLock { exit in
      var status: Int32 = 0
      exit = unsafe waitpid(pid, &status, 0) == pid ? DaemonEnded.Exit(waited: status) : .unknown
    }
  }
}

extension DaemonEnded.Exit {
  /// Of what `waitpid` gives: the signal in the lowest seven bits, the status in the eight above these.
  fileprivate init(waited status: Int32) {
    let signal = status & 0x7f
    self = signal == 0 ? .status((status >> 8) & 0xff) : .signal(signal)
  }
}
