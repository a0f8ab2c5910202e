import Glibc

/// A place that a TCP connection can be made to: an IP address and a port.
package struct SocketAddress: Hashable, Sendable {
  let family: CInt
  /// A `sockaddr` of that family.
  private(set) var bytes: [UInt8]

  /// What getaddrinfo(3) knows of a host, with port 0.
  ///
  /// - Parameter isNumeric: Take nothing but a written address, for which nobody has to be asked.
  /// - Important: Waits for name servers, for seconds, unless it is numeric.
  static func addresses(of host: String, isNumeric: Bool) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
    // Names with a zero byte would be cut short.
    guard !host.utf8.contains(0) else { return [] }
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "0", &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    // SAFETY: the list is getaddrinfo's until it is freed below, and each entry says how long its address is.
    var next = unsafe list
    while let entry = unsafe next {
      let address = unsafe UnsafeRawBufferPointer(
        start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
      unsafe addresses.append(SocketAddress(family: entry.pointee.ai_family, bytes: Array(address)))
      unsafe next = entry.pointee.ai_next
    }
    return addresses
  }

  /// The same place with another port.
  package func with(port: UInt16) -> SocketAddress {
    var other = self
    // In sockaddr_in and sockaddr_in6 alike the port follows the family, in the network's order.
    other.bytes.replaceSubrange(2..<4, with: [UInt8(port >> 8), UInt8(port & 0xFF)])
    return other
  }

  /// The address as people and libcurl write it, without the port; nil for one that means something on one link alone.
  package var literal: String? {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    // SAFETY: an address stands at its place in the sockaddr of its family (ip(7), ipv6(7)), and there is room for the
    // longest that can be written.
    let isWritten = unsafe bytes.withUnsafeBytes { bytes in
      switch family {
      case AF_INET where bytes.count >= 8:
        unsafe inet_ntop(AF_INET, bytes.baseAddress! + 4, &text, socklen_t(text.count)) != nil
      case AF_INET6 where bytes.count >= 28 && self.bytes[24..<28].allSatisfy({ $0 == 0 }):
        unsafe inet_ntop(AF_INET6, bytes.baseAddress! + 8, &text, socklen_t(text.count)) != nil
      default: false
      }
    }
    let written = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return isWritten ? String(decoding: written, as: UTF8.self) : nil
  }

  /// Begins to connect a socket that does not wait.
  ///
  /// - Returns: 0, or the error number, `EINPROGRESS` among them.
  func connect(_ descriptor: CInt) -> CInt {
    // SAFETY: the bytes are a whole address of the socket's family, and the kernel copies them.
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    return code == 0 ? 0 : errno
  }
}
