import Glibc

/// Standard input, for a command that reads all of it before it begins.
package enum StandardInput {
  /// Reads to the end, however long the writer takes.
  ///
  /// - Parameter limit: More bytes than these are not kept.
  /// - Returns: Nil for more bytes than `limit`.
  package static func readAll(limit: Int) throws(SystemError) -> [UInt8]? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // SAFETY: `read` writes at most the buffer's bytes.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count == 0 { return text }
      if count < 0 {
        let code = errno
        guard code == EINTR || code == EAGAIN else { throw SystemError("reading", errno: code) }
        if code == EAGAIN { waitForBytes() }
        continue
      }
      text += buffer[..<count]
      guard text.count <= limit else { return nil }
    }
  }

  /// Another process has set the open file to O_NONBLOCK, and its writer is slow.
  private static func waitForBytes() {
    var watched = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&watched, 1, -1)
  }
}
