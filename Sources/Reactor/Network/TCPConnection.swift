import Glibc

/// A TCP connection of our own making: it looks up the host, connects to the first of its addresses that takes
/// it, reads what comes and writes a little.
///
/// Nothing of it ever waits, and it keeps no deadline: whoever has none may wait for ever.
@LoopActor
package final class TCPConnection {
  package enum Event {
    case connected
    /// What one read brought.
    case bytes(ArraySlice<UInt8>)
    /// The host has no address.
    case unknownHost
    /// No address took the connection; the error number is that of the last, or EAGAIN when too many names are being
    /// asked for to ask for another.
    case refused(errno: CInt)
    /// The other end has closed the connection, or it broke.
    case ended
  }

  private let loop: EventLoop
  private let received: @LoopActor (Event) -> Void
  private var lookup: HostLookup?
  private var addresses: ArraySlice<SocketAddress> = []
  private var descriptor: CInt = -1
  private var watch: Watch?
  private var isClosed = false
  private var buffer: [UInt8] = []

  /// Connects; `received` is called later, never from within this call, until ``close()`` or an event after
  /// which nothing can come.
  package init(
    host: String, port: UInt16, on loop: EventLoop, received: @escaping @LoopActor (Event) -> Void
  ) {
    self.loop = loop
    self.received = received
    lookup = HostLookup(host, on: loop) { [weak self] in self?.found($0, port) }
  }

  isolated deinit {
    close()
  }

  /// Ends the connection and gives back its descriptor; nothing more is received.
  package func close() {
    isClosed = true
    lookup?.cancel()
    closeDescriptor()
  }

  /// Writes a few bytes, as many as there is room for in any socket that is read at all.
  package func send(_ bytes: [UInt8]) {
    guard descriptor >= 0 else { return }
    // SAFETY: the kernel reads `count` bytes of the array's own storage.
    let count = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    // Half a request is worse than none, and reading tells of the end.
    if count != bytes.count { shutdown(descriptor, CInt(SHUT_RDWR)) }
  }

  private func closeDescriptor() {
    watch?.cancel()
    watch = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func end(_ event: Event) {
    close()
    received(event)
  }
}

// MARK: Connecting

extension TCPConnection {
  private func found(_ outcome: HostLookup.Outcome, _ port: UInt16) {
    guard !isClosed else { return }
    guard case .addresses(let addresses) = outcome else { return end(.refused(errno: EAGAIN)) }
    guard !addresses.isEmpty else { return end(.unknownHost) }
    self.addresses = addresses.map { $0.with(port: port) }[...]
    connect(after: 0)
  }

  /// Tries the next address; the one before it failed with that error.
  private func connect(after failure: CInt) {
    closeDescriptor()
    guard let address = addresses.popFirst() else { return end(.refused(errno: failure)) }
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    descriptor = socket(address.family, kind, 0)
    // A machine without IPv6, or a process without descriptors.
    guard descriptor >= 0 else { return connect(after: errno) }
    let code = address.connect(descriptor)
    guard code == 0 || code == EINPROGRESS else { return connect(after: code) }
    watch = loop.watch(descriptor, for: .writable) { [weak self] _ in self?.connectionEnded() }
  }

  private func connectionEnded() {
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { return connect(after: code) }
    watch?.cancel()
    watch = loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
    received(.connected)
  }

  private func read() {
    if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: 16_384) }
    // SAFETY: the kernel writes at most `count` bytes into the array's own storage.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe recv(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT))
    }
    if count > 0 {
      received(.bytes(buffer[..<count]))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      end(.ended)
    }
  }
}
