import CLinux
import CProcess
import Glibc

/// A program that was started to outlive this process; as long as this one lives, it sees how that one ends.
package struct LastingProcess {
  package let id: Int
  /// Readable when it has ended.
  package let descriptor: CInt

  /// How it ended.
  package enum Ending: Hashable, Sendable {
    case exited(CInt)
    case signal(CInt)
  }

  /// Starts it: in a session of its own, with nothing of this process but the working directory, the log for standard
  /// error, and the lock.
  ///
  /// - Parameters:
  ///   - program: A path.
  ///   - words: Its arguments, the name of the program first.
  ///   - environment: All of its environment, `NAME=VALUE` each.
  ///   - log: The open file that becomes its standard error.
  ///   - lock: The open file that it gets under the number ``lockNumber``.
  package static func start(
    _ program: String, _ words: [String], environment: [String], log: CInt, lock: CInt
  ) throws(SystemError) -> LastingProcess {
    // Where it is ignored there is no status to be had.
    signal(SIGCHLD, SIG_DFL)
    var process: CInt = 0
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    // SAFETY: both arrays are ended by nil, and their strings live until this call returns.
    let code = unsafe statusd_start_daemon(&process, program, &arguments, &variables, log, lock)
    guard code == 0 else { throw SystemError("cannot start the daemon", errno: code) }
    let descriptor = statusd_pidfd_open(process)
    guard descriptor >= 0 else { throw SystemError("pidfd_open") }
    return LastingProcess(id: Int(process), descriptor: descriptor)
  }

  /// The number under which a started daemon finds its lock.
  package static var lockNumber: CInt { CInt(STATUSD_LOCK) }

  /// Waits until it ends, and so long at most.
  ///
  /// - Returns: nil while it runs.
  package func ending(within limit: Duration) -> Ending? {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&watched, 1, limit.waitMilliseconds) == 1 else { return nil }
    var status: CInt = 0
    while unsafe waitpid(pid_t(id), &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signal(status & 0x7F)
  }

  /// Lets it go on its own.
  package func leave() { close(descriptor) }
}
