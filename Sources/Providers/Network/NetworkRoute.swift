import Glibc

/// Whether this computer is connected to anything but itself.
enum NetworkRoute {
  /// No way leads out, by IPv4 or IPv6.
  ///
  /// The kernel is asked for the way to an address that belongs to nobody: those set aside for documentation
  /// (RFC 5737, RFC 3849). Connecting a UDP socket looks up the route and sends nothing.
  static var isMissing: Bool {
    !hasWay(toIPv4: 0xC000_0201) && !hasWayToIPv6()
  }

  /// `address` is in the host's byte order: 192.0.2.1 is 0xC0000201.
  private static func hasWay(toIPv4 address: UInt32) -> Bool {
    var end = sockaddr_in()
    end.sin_family = sa_family_t(AF_INET)
    end.sin_port = UInt16(9).bigEndian
    end.sin_addr.s_addr = address.bigEndian
    return unsafe withUnsafePointer(to: &end) { unsafe canConnect(to: $0) }
  }

  /// To 2001:db8::1.
  private static func hasWayToIPv6() -> Bool {
    var end = sockaddr_in6()
    end.sin6_family = sa_family_t(AF_INET6)
    end.sin6_port = UInt16(9).bigEndian
    unsafe withUnsafeMutableBytes(of: &end.sin6_addr) { bytes in
      unsafe bytes.copyBytes(from: [0x20, 0x01, 0x0D, 0xB8])
      unsafe bytes[15] = 1
    }
    return unsafe withUnsafePointer(to: &end) { unsafe canConnect(to: $0) }
  }

  private static func canConnect<Address>(to end: UnsafePointer<Address>) -> Bool {
    // SAFETY: a socket address of any family begins with its family, and its true size is passed with it.
    unsafe end.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      let descriptor = socket(
        CInt(unsafe address.pointee.sa_family), CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return unsafe connect(descriptor, address, socklen_t(MemoryLayout<Address>.size)) == 0
    }
  }
}
