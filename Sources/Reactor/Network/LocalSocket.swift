import CProcess
import Glibc

/// Sockets of this machine, over which descriptors come too (`SCM_RIGHTS`, unix(7)).
package enum LocalSocket {
  /// What one read brought.
  package enum Received {
    /// Bytes, and descriptors that came with them, which are the caller's to close; `lost` for those for which the
    /// process has no number left.
    case bytes([UInt8], descriptors: [CInt], lost: Bool)
    /// The other end writes nothing more.
    case end
    /// Nothing has come.
    case nothing
  }

  /// Reads what has come, without waiting.
  ///
  /// - Parameters:
  ///   - count: Bytes at most.
  ///   - descriptors: How many descriptors are taken; what comes beyond that is closed.
  package static func receive(
    from socket: CInt, atMost count: Int, descriptors capacity: Int
  ) -> Received {
    var descriptors = [CInt](repeating: -1, count: capacity)
    var (received, lost): (CInt, CInt) = (0, 0)
    var length = 0
    // SAFETY: the kernel writes at most `count` bytes, and `statusd_receive` at most `capacity` descriptors.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      length = unsafe statusd_receive(
        socket, buffer.baseAddress, UInt(count), &descriptors, CInt(capacity), &received, &lost)
      filled = max(length, 0)
    }
    if length > 0 {
      return .bytes(bytes, descriptors: Array(descriptors.prefix(Int(received))), lost: lost != 0)
    }
    return length == 0 || ![EAGAIN, EINTR].contains(errno) ? .end : .nothing
  }

  /// Writes a few bytes without waiting, with descriptors, which stay open here: a socket that is read at all has room
  /// for them.
  ///
  /// - Parameter descriptors: Two at most.
  /// - Returns: Whether all of it was written; otherwise errno says why.
  @discardableResult
  package static func send(_ bytes: [UInt8], to socket: CInt, with descriptors: [CInt] = []) -> Bool {
    // SAFETY: `statusd_send` reads both arrays during the call.
    let count = unsafe bytes.withUnsafeBytes {
      unsafe statusd_send(socket, $0.baseAddress, UInt($0.count), descriptors, CInt(descriptors.count))
    }
    return count == bytes.count
  }

  /// Connects to the socket at a path.
  ///
  /// It waits for a daemon whose queue of connections is full.
  package static func connect(to path: String) throws(SystemError) -> CInt {
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    let isConnected =
      unsafe LocalAddress(path)?.use { unsafe Glibc.connect(descriptor, $0, $1) == 0 } ?? false
    guard isConnected else {
      let code = errno
      close(descriptor)
      throw SystemError("connecting", errno: code)
    }
    return descriptor
  }
}

/// The address of a socket of this machine, as the system takes it.
struct LocalAddress {
  private var address = sockaddr_un()

  /// nil, and errno, for a path that no socket can have.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count <= BoundSocket.longestPath, !bytes.contains(0) else {
      errno = ENAMETOOLONG
      return nil
    }
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: there is room for the bytes and the zero behind them.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Lends the address to a call.
  func use(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Bool) -> Bool {
    // SAFETY: an address of this family begins as every address does, and its true size goes with it.
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
