import Glibc

/// The process's standard input and output, taken for the protocol.
///
/// The real standard output is set aside under another number, and 1 points at standard error from then on:
/// whatever prints without thinking ends among the logs and not between two messages.
package struct StandardStreams: Sendable {
  package let input: CInt
  package let output: CInt

  /// Takes them; once, before anything is printed.
  ///
  /// - Throws: ``SystemError`` when a descriptor is not open and cannot be, or none is left.
  package static func take() throws(SystemError) -> StandardStreams {
    try repair()
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { throw SystemError("standard output") }
    guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw SystemError("standard error") }
    return StandardStreams(input: STDIN_FILENO, output: output)
  }

  /// Puts /dev/null in the place of standard streams that are not open.
  ///
  /// Call it first of all: the next file that is opened, a configuration or a socket, would take the free number
  /// and with it what is meant for the client or the log.
  ///
  /// Standard output is one that cannot be written: an outcome that nobody gets must not pass for a success.
  /// - Throws: ``SystemError`` when /dev/null cannot be opened.
  package static func repair() throws(SystemError) {
    let streams = [
      (STDIN_FILENO, O_RDONLY, "standard input"), (STDOUT_FILENO, O_RDONLY, "standard output"),
      (STDERR_FILENO, O_WRONLY, "standard error"),
    ]
    for (number, mode, name) in streams where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is this one: those below it are open by now.
      guard unsafe open("/dev/null", mode) == number else {
        throw SystemError("\(name) is closed, and /dev/null cannot take its place")
      }
    }
  }
}
