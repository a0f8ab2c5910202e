import Glibc

/// What a process writes when it ends: from the calling thread, and for so long and no longer.
///
/// A reader who does not read, the screen of a stopped terminal or a full pipe, must not keep a process that has
/// nothing more to do.
package enum LastWords {
  /// Writes a line, to which LF is added.
  ///
  /// - Returns: Whether all of it is written.
  @discardableResult
  package static func write(
    _ line: String, to descriptor: CInt = STDERR_FILENO, within limit: Duration = .seconds(1)
  ) -> Bool {
    write(Array(line.utf8) + [UInt8(ascii: "\n")], to: descriptor, within: limit)
  }

  /// Writes bytes as they are.
  ///
  /// - Parameter limit: How long a reader that does not read is waited for; zero for not at all.
  /// - Returns: Whether all of them are written.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: CInt, within limit: Duration) -> Bool {
    let access = StreamAccess(descriptor)
    let deadline = SystemTime.sinceStart + limit
    var rest = bytes[...]
    while !rest.isEmpty {
      var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let left = deadline - SystemTime.sinceStart
      let count = unsafe poll(&watched, 1, left.waitMilliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0, watched.revents & Int16(POLLOUT) != 0 else { return false }
      let written = access.write(rest)
      if written < 0, errno == EAGAIN, left > .zero { continue }
      guard written > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(written, 0))
    }
    return true
  }

  /// Ends the process after a line that says why; commands that it runs are the caller's to end.
  package static func exit(_ status: CInt, _ line: String) -> Never {
    write(line)
    _exit(status)
  }
}
