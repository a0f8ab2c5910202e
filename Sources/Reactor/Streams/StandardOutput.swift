import Glibc

/// Standard output, for a command that prints its outcome and ends.
package enum StandardOutput {
  /// Writes a line, to which LF is added, however long its reader takes.
  ///
  /// - Throws: Why it cannot be written; the code is EPIPE for a reader that has left.
  package static func print(_ line: String) throws(SystemError) {
    var rest = (Array(line.utf8) + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      // SAFETY: `write` reads at most the slice's bytes.
      let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        let code = errno
        guard code == EINTR || code == EAGAIN else { throw SystemError("writing", errno: code) }
        if code == EAGAIN { waitForRoom() }
      }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Another process has set the open file to O_NONBLOCK, and its reader is slow.
  private static func waitForRoom() {
    var watched = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&watched, 1, -1)
  }
}
