import Glibc

/// A place that a TCP connection can be made to: an IP address and a port.
struct SocketAddress: Hashable, Sendable {
  let family: CInt
  /// A `sockaddr` of that family.
  let bytes: [UInt8]

  /// What getaddrinfo(3) knows of a host.
  ///
  /// - Parameter isNumeric: Take nothing but a written address, for which nobody has to be asked.
  /// - Important: Waits for name servers, for seconds, unless it is numeric.
  static func addresses(of host: String, port: UInt16, isNumeric: Bool) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST : 0)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
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
