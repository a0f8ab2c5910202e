import CLinux
import Glibc
import Reactor

/// Two connected descriptors of the test's own.
final class Channel: Sendable {
  enum Kind: CaseIterable, Sendable { case pipe, socketPair }

  let reader: CInt
  let writer: CInt

  init(_ kind: Kind = .pipe) {
    var ends: [CInt] = [0, 0]
    let code =
      switch kind {
      // Another test's child must not hold an end that this one closes.
      case .pipe: statusd_pipe2(&ends, O_CLOEXEC)
      case .socketPair:
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends)
      }
    precondition(code == 0, "no descriptors left")
    (reader, writer) = (ends[0], ends[1])
  }

  func write(_ bytes: [UInt8]) {
    precondition(Glibc.write(writer, bytes, bytes.count) == bytes.count, "the channel is full")
  }

  func write(_ text: String) { write(Array(text.utf8)) }

  /// What can be read without waiting, at most so much; nil at the end.
  func read(atMost count: Int = 1_000_000) -> [UInt8]? {
    var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = Glibc.read(reader, &bytes, count)
    return read > 0 ? Array(bytes[..<read]) : nil
  }

  /// Writes until there is no room, and says how much it took.
  func fill() -> Int {
    let chunk = [UInt8](repeating: UInt8(ascii: "."), count: 4_096)
    var total = 0
    while isWritable { total += max(0, Glibc.write(writer, chunk, chunk.count)) }
    return total
  }

  private var isWritable: Bool {
    var ready = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  func closeReader() { close(reader) }
  func closeWriter() { close(writer) }

  static func flags(of descriptor: CInt) -> CInt { fcntl(descriptor, F_GETFL) }
}

/// A file of the test's own that nothing else can name, with that content, at its beginning.
func temporaryFile(_ content: [UInt8]) -> CInt {
  var path = Array("/tmp/statusd-tests-XXXXXX".utf8CString)
  let file = mkstemp(&path)
  unlink(path)
  precondition(file >= 0 && write(file, content, content.count) == content.count, "no file in /tmp")
  lseek(file, 0, SEEK_SET)
  return file
}

/// Something that the loop's callbacks can write to.
@LoopActor
final class Box<Value: Sendable> {
  var value: Value

  nonisolated init(_ value: Value) {
    self.value = value
  }
}
