import Glibc

/// A TCP socket that listens on 127.0.0.1.
package struct LoopbackSocket: Sendable {
  /// Who else may take the port, socket(7): so a port is kept for a program that comes and goes.
  package enum Sharing {
    case nobody
    /// Other sockets of this kind, which may all listen (SO_REUSEPORT).
    case reusePort
    /// Another socket of this kind that listens, if this one does not (SO_REUSEADDR).
    case reuseAddress

    fileprivate var option: CInt? {
      switch self {
      case .nobody: nil
      case .reusePort: SO_REUSEPORT
      case .reuseAddress: SO_REUSEADDR
      }
    }
  }

  package let descriptor: CInt
  package let port: UInt16

  /// Takes a free port and listens on it; with a backlog of nil it takes the port alone: connections are refused,
  /// and nobody else gets it until the socket is closed.
  ///
  /// - Parameters:
  ///   - port: One that is taken by a socket that is shared; 0 takes a free one.
  ///   - sharing: Who else may take the port.
  package init(port: UInt16 = 0, backlog: CInt? = 64, sharing: Sharing = .nobody) {
    let descriptor = Self.newSocket()
    if let option = sharing.option {
      var yes: CInt = 1
      let size = socklen_t(MemoryLayout<CInt>.size)
      precondition(unsafe setsockopt(descriptor, SOL_SOCKET, option, &yes, size) == 0)
    }
    var address = Self.address(port: port)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // SAFETY: a socket address of IPv4 begins as every socket address does, and its true size is passed.
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        unsafe bind(descriptor, general, length) == 0
          && (backlog.map { listen(descriptor, $0) } ?? 0) == 0
          && getsockname(descriptor, general, &length) == 0
      }
    }
    precondition(isBound, "no free port on 127.0.0.1")
    self.descriptor = descriptor
    self.port = UInt16(bigEndian: address.sin_port)
  }

  /// Whether somebody accepts connections on `port`.
  package static func isListening(on port: UInt16) -> Bool {
    let descriptor = connected(to: port)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// A socket connected to `port`, or -1.
  package static func connected(to port: UInt16) -> CInt {
    let descriptor = newSocket()
    var address = address(port: port)
    // SAFETY: as above.
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  package static func close(_ descriptor: CInt) {
    Glibc.close(descriptor)
  }

  private static func newSocket() -> CInt {
    socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
