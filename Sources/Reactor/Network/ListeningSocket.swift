import CLinux
import CProcess
import Glibc

/// A socket of this machine that others can connect to (unix(7)): bound to a path, or handed over by whoever has bound
/// it.
package struct BoundSocket: Sendable {
  /// Why a socket cannot be had.
  package enum Fault: Error, Equatable {
    /// The name is taken: by a file that is no socket, or by another user's.
    case taken
    case failed(SystemError)
  }

  /// The longest path that a socket can have: what `sockaddr_un` holds beside the byte at its end.
  package static let longestPath = 107

  let descriptor: CInt
  /// nil for a socket that was handed over, which has no name of ours.
  let name: SocketName?

  /// Binds a socket under a name of its own and renames it, so that whoever sees the path can connect.
  ///
  /// A socket of this user's that stands there is replaced: it is stale, or the caller knows that nobody else serves
  /// there.
  package init(path: String) throws(Fault) {
    guard SocketName.isFree(path) else { throw .taken }
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .failed(SystemError("socket")) }
    do throws(SystemError) {
      name = try SocketName(binding: descriptor, at: path)
    } catch {
      close(descriptor)
      throw .failed(error)
    }
  }

  /// Takes a socket that listens already.
  package init?(taking descriptor: CInt) {
    var isListening: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    // SAFETY: getsockopt writes the number and its size.
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0, isListening == 1
    else { return nil }
    self.descriptor = descriptor
    name = nil
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }
}

/// Accepts who connects to a socket of this machine.
///
/// What is accepted is this user's: a connection of another user is closed before a byte of it is read.
@LoopActor
package final class ListeningSocket {
  /// What became of an attempt to accept a connection.
  package enum Accepted {
    case connection(CInt)
    /// Nobody waits, or whoever did is gone or another user.
    case none
    /// The process, or the system, has no descriptor left; whoever waits goes on waiting.
    case noDescriptors
  }

  private var descriptor: CInt
  private let name: SocketName?
  private let user = geteuid()
  private var watch: Watch?
  /// A number that is given up for whoever has to be told that there is none left; -1 while it is.
  private var reserve: CInt = -1

  /// - Parameter bound: Closed by this object.
  package init(_ bound: BoundSocket) {
    (descriptor, name) = (bound.descriptor, bound.name)
    refillReserve()
  }

  isolated deinit {
    close()
  }

  /// Calls `ready` whenever somebody has connected, until ``close()``.
  package func start(on loop: EventLoop, _ ready: @escaping @LoopActor () -> Void) {
    watch = loop.watch(descriptor, for: .readable) { _ in ready() }
  }

  /// Stops looking at who connects for the time being, or goes on; they wait meanwhile.
  package var isPaused: Bool {
    get { watch?.events.isEmpty ?? true }
    set { watch?.events = newValue ? [] : .readable }
  }

  /// Accepts one connection.
  package func accept() -> Accepted {
    guard descriptor >= 0 else { return .none }
    let accepted = statusd_accept4(descriptor, CInt(SOCK_CLOEXEC.rawValue))
    guard accepted >= 0 else {
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noDescriptors : .none
    }
    guard LocalPeer(of: accepted)?.user == user else {
      Glibc.close(accepted)
      return .none
    }
    return .connection(accepted)
  }

  /// Accepts a connection in a process without descriptors, to say so; ``refillReserve()`` when it is closed.
  package func acceptFromReserve() -> Accepted {
    guard reserve >= 0 else { return .noDescriptors }
    Glibc.close(reserve)
    reserve = -1
    return accept()
  }

  package func refillReserve() {
    if reserve < 0 { reserve = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  /// Whether whoever looks for the path finds this socket; always for one that has no name of ours.
  package var hasItsName: Bool { name?.isOwn ?? true }

  /// Removes the name, if it is still this socket's; whoever has connected by then can be accepted.
  package func removeName() {
    name?.remove()
  }

  package func close() {
    watch?.cancel()
    if descriptor >= 0 { Glibc.close(descriptor) }
    if reserve >= 0 { Glibc.close(reserve) }
    (descriptor, reserve) = (-1, -1)
  }
}

/// Who is at the other end of a socket of this machine.
package struct LocalPeer: Sendable {
  package let user: UInt32
  package let process: Int

  /// nil where the system does not say.
  package init?(of socket: CInt) {
    var (user, process): (UInt32, CInt) = (0, 0)
    guard unsafe statusd_peer(socket, &user, &process) == 0 else { return nil }
    (self.user, self.process) = (user, Int(process))
  }
}
