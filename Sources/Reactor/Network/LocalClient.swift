import Glibc

/// This end of a connection to another process of this machine (unix(7)), for a process that has no loop yet.
package enum LocalClient {
  /// Connects, without waiting.
  ///
  /// - Throws: ENOENT and ECONNREFUSED where nobody listens, EAGAIN where too many wait to be accepted, EPERM or EACCES
  ///   in a sandbox.
  package static func connect(_ path: String) throws(SystemError) -> CInt {
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw SystemError(path) }
    let isConnected =
      unsafe LocalAddress(path)?.use { unsafe Glibc.connect(descriptor, $0, $1) == 0 } ?? false
    guard isConnected else {
      let code = errno
      close(descriptor)
      throw SystemError(path, errno: code)
    }
    return descriptor
  }

  /// Sends a few bytes, for which a new socket has room, and with them open files, which the other end has from then on
  /// as well.
  package static func send(
    _ bytes: [UInt8], with descriptors: [CInt] = [], to socket: CInt
  ) throws(SystemError) {
    guard descriptors.isEmpty else {
      guard LocalSocket.send(bytes, to: socket, with: descriptors) else { throw SystemError("sendmsg") }
      return
    }
    // A sandbox may refuse sendmsg(2) alone.
    // SAFETY: the kernel reads the array's own bytes during the call.
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    guard count == bytes.count else { throw SystemError("send") }
  }

  /// Sends nothing more: the other end sees the end of its input.
  package static func endSending(_ socket: CInt) { shutdown(socket, CInt(SHUT_WR)) }

  /// A pair of connected sockets.
  package static func pair() throws(SystemError) -> (own: CInt, other: CInt) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    // SAFETY: two descriptors are written into an array of two.
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError("socketpair") }
    return (ends[0], ends[1])
  }

  /// Reads what has come.
  ///
  /// - Parameter limit: How long to wait for something; zero for not at all.
  package static func read(_ socket: CInt, within limit: Duration = .zero) -> LocalSocket.Received {
    let deadline = SystemTime.sinceStart + limit
    while true {
      let received = LocalSocket.receive(from: socket, atMost: 65_536, descriptors: 0)
      guard case .nothing = received else { return received }
      let left = deadline - SystemTime.sinceStart
      guard left > .zero else { return .nothing }
      var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&watched, 1, left.waitMilliseconds)
    }
  }
}
