import Glibc

/// One connection to a ``FaultServer``; closed when it is dropped.
final class FaultConnection {
  struct Request {
    /// As in the request line, query included.
    let path: String

    var pathWithoutQuery: String { String(path.prefix { $0 != "?" }) }
  }

  private let descriptor: CInt
  private let log: RequestLog
  private var isReset = false

  init(descriptor: CInt, log: RequestLog) {
    self.descriptor = descriptor
    self.log = log
  }

  deinit {
    // The client sees the end even if another process was started at the wrong moment and has the socket as
    // well. A shutdown would keep a reset from being one.
    if !isReset { shutdown(descriptor, CInt(SHUT_RDWR)) }
    close(descriptor)
  }

  /// Reads up to the empty line that ends a request; nil when the client is gone before.
  func readRequest() -> Request? {
    var text: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while text.suffix(4) != end[...] {
      var byte: UInt8 = 0
      guard wait(for: POLLIN), unsafe recv(descriptor, &byte, 1, 0) == 1 else { return nil }
      text.append(byte)
    }
    let request = String(decoding: text, as: UTF8.self)
    log.append(request)
    let words = request.split(separator: " ", maxSplits: 2)
    return words.count == 3 ? Request(path: String(words[1])) : nil
  }

  func take(_ steps: [FaultServer.Step]) {
    for step in steps {
      guard take(step) else { return }
    }
  }

  /// Takes one step; false when the client is gone.
  private func take(_ step: FaultServer.Step) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .flood(let text):
      let bytes = Array(String(repeating: text, count: 65_536 / text.utf8.count).utf8)
      while send(bytes) {}
      return false
    case .drip(let text, let milliseconds):
      for byte in AnySequence(repeating: Array(text.utf8)) {
        guard send([byte]), !clientLeaves(within: milliseconds) else { return false }
      }
      return false
    case .awaitRequest: return readRequest() != nil
    case .respond(let text):
      let bytes = Array(text.utf8)
      while readRequest() != nil { guard send(bytes) else { break } }
      return false
    case .awaitBytes:
      var bytes = [UInt8](repeating: 0, count: 16_384)
      return wait(for: POLLIN) && (unsafe recv(descriptor, &bytes, bytes.count, 0)) > 0
    case .hold:
      guard clientLeaves(within: FaultServer.patience) else { return true }
      log.clientLeft()
      return false
    case .reset:
      isReset = true
      // A close that lingers for no time drops what is unsent and resets.
      var linger = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      return unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size) == 0
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard wait(for: POLLOUT) else { return false }
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for the client's end to be closed, for so long; what it sends meanwhile is dropped.
  private func clientLeaves(within milliseconds: CInt) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while wait(for: POLLIN, milliseconds) {
      guard unsafe recv(descriptor, &bytes, bytes.count, 0) > 0 else { return true }
    }
    return false
  }

  private func wait(for event: CInt, _ milliseconds: CInt = FaultServer.patience) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }
}

extension AnySequence {
  /// The elements of `base` over and over again.
  fileprivate init(repeating base: [Element]) {
    self.init(sequence(first: 0) { ($0 + 1) % base.count }.lazy.map { base[$0] })
  }
}
