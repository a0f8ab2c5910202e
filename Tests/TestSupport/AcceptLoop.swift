import CLinux
import Glibc
import Reactor
import Synchronization

/// Accepts the connections of a listening socket, on a thread of its own, until ``end()``.
///
/// The socket is closed behind that and not before: a descriptor that was closed earlier could be another's by then.
final class AcceptLoop: Sendable {
  private let listener: CInt
  private let isEnding = Mutex(false)

  /// Takes over the socket.
  ///
  /// - Parameter serve: Is called on the thread that accepts, with a descriptor that it is to close.
  init(_ listener: CInt, serve: @escaping @Sendable (CInt) -> Void) {
    self.listener = listener
    detachThread { [self] in
      while true {
        // A connection that lived on in another test's child would never be closed to its client.
        let connection = statusd_accept4(listener, CInt(SOCK_CLOEXEC.rawValue))
        let error = errno
        if connection >= 0 {
          serve(connection)
        } else if hasEnded(after: error) {
          return
        }
      }
    }
  }

  /// Wakes the thread that accepts, which closes the socket.
  func end() {
    isEnding.withLock { isEnding in
      guard !isEnding else { return }
      isEnding = true
      shutdown(listener, CInt(SHUT_RDWR))
    }
  }

  /// accept(2) also passes on what is the matter with one connection.
  private func hasEnded(after error: CInt) -> Bool {
    isEnding.withLock { isEnding in
      if isEnding {
        close(listener)
        return true
      }
      let ofTheSocket = [EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP, EFAULT]
      precondition(!ofTheSocket.contains(error), "\(SystemError("accept", errno: error)): who has closed it?")
      return false
    }
  }
}
