import CLinux
import Glibc

/// Two connected descriptors of the test's own.
package final class Channel: Sendable {
  package enum Kind: CaseIterable, Sendable { case pipe, socketPair }

  package let reader: CInt
  package let writer: CInt

  package init(_ kind: Kind = .pipe) {
    var ends: [CInt] = [0, 0]
    let code =
      switch kind {
      // Another test's child must not hold an end that this one closes.
      case .pipe: unsafe statusd_pipe2(&ends, O_CLOEXEC)
      case .socketPair:
        unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends)
      }
    precondition(code == 0, "no descriptors left")
    (reader, writer) = (ends[0], ends[1])
  }

  package func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writeSome(rest)
      precondition(count > 0, "the channel is full")
      rest = rest.dropFirst(count)
    }
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes what there is surely room for, and says how much that was.
  package func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
    guard isWritable else { return 0 }
    let offered = bytes.prefix(Int(PIPE_BUF))
    return max(0, unsafe offered.withUnsafeBytes { unsafe Glibc.write(writer, $0.baseAddress, $0.count) })
  }

  /// What can be read without waiting, at most so much; nil at the end.
  package func read(atMost count: Int = 1_000_000) -> [UInt8]? {
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&ready, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe Glibc.read(reader, &bytes, count)
    return read > 0 ? Array(bytes[..<read]) : nil
  }

  /// Writes until there is no room, and says how much it took.
  package func fill() -> Int {
    let chunk = [UInt8](repeating: UInt8(ascii: "."), count: Int(PIPE_BUF))
    var total = 0
    while isWritable { total += writeSome(chunk[...]) }
    return total
  }

  private var isWritable: Bool {
    var ready = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&ready, 1, 0) > 0
  }

  package func closeReader() { Glibc.close(reader) }
  package func closeWriter() { Glibc.close(writer) }
  package func close() {
    closeReader()
    closeWriter()
  }

  package static func flags(of descriptor: CInt) -> CInt { fcntl(descriptor, F_GETFL) }
}
