import CLinux
import Glibc
import Synchronization

/// How long a test waits for what must come.
///
/// Only a defect takes as long: on a machine that does four things at once, a test that is right is slow and not red.
private let patienceMilliseconds: CInt = 300_000

/// Waits until one of the events holds for the descriptor; false when it takes too long.
package func waitUntilReady(_ descriptor: CInt, _ events: Int32) -> Bool {
  var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return unsafe poll(&watched, 1, patienceMilliseconds) == 1
}

/// Waits until a process that need not be a child has ended; false when it takes too long.
package func waitUntilGone(_ process: Int32) -> Bool {
  let descriptor = statusd_pidfd_open(process)
  guard descriptor >= 0 else { return errno == ESRCH }
  defer { close(descriptor) }
  return waitUntilReady(descriptor, POLLIN)
}

/// The test's end of a pipe that the daemon writes.
package final class InputEnd {
  package let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit {
    close()
  }

  /// Reads no more, and lets the daemon know.
  package func close() {
    if !isClosed { _ = Glibc.close(descriptor) }
    isClosed = true
  }

  private var isClosed = false

  package func line() throws -> String {
    guard let line = try lineOrEnd() else { throw DaemonError("the output has ended") }
    return line
  }

  /// The next line without its LF; nil at the end.
  package func lineOrEnd() throws -> String? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      searched = buffer.count
      guard try fill() else {
        guard buffer.isEmpty else { throw DaemonError("the output ends inside a line") }
        return nil
      }
    }
  }

  package func bytes(_ count: Int) throws -> [UInt8] {
    while buffer.count < count {
      guard try fill() else { throw DaemonError("the output has ended") }
    }
    defer { buffer.removeSubrange(..<count) }
    return Array(buffer[..<count])
  }

  /// Everything until the end.
  package func rest() throws -> String {
    while try fill() {}
    defer { buffer = [] }
    return String(decoding: buffer, as: UTF8.self)
  }

  private func fill() throws -> Bool {
    guard waitUntilReady(descriptor, POLLIN) else { throw DaemonError("nothing came in time") }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    if count > 0 { buffer += chunk[..<count] }
    return count > 0
  }
}

/// The test's end of a pipe that the daemon reads.
package final class OutputEnd: Sendable {
  package let descriptor: Int32
  private let isClosed = Atomic(false)

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    // A daemon that has ended is an error of the next write, and not the end of all tests.
    signal(SIGPIPE, SIG_IGN)
    // Ours alone, and of a file description of its own: a daemon that does not read must not hang a test.
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close()
  }

  package func close() {
    if !isClosed.exchange(true, ordering: .relaxed), descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  /// Writes everything, waiting for the daemon to read it.
  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard waitUntilReady(descriptor, POLLOUT) else { throw DaemonError("the daemon does not read") }
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EAGAIN { throw DaemonError("write: \(unsafe String(cString: strerror(errno)))") }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
