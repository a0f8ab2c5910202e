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
  /// - Throws: ``SystemError`` when a descriptor is not open or none is left.
  package static func take() throws(SystemError) -> StandardStreams {
    guard fcntl(STDIN_FILENO, F_GETFD) >= 0 else { throw SystemError("standard input") }
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { throw SystemError("standard output") }
    guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { throw SystemError("standard error") }
    return StandardStreams(input: STDIN_FILENO, output: output)
  }
}

/// What the system said when a call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// What the call was about.
  package let subject: String
  package let errno: CInt

  package init(_ subject: String, errno: CInt = Glibc.errno) {
    self.subject = subject
    self.errno = errno
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    // SAFETY: strerror's buffer is copied before anything else can call it; it never returns NULL.
    let words = unsafe String(cString: strerror(errno))
    return "\(subject): \(words)"
  }
}
