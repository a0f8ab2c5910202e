import CProcess
import Glibc

/// How bytes get through a descriptor without waiting for the other end, and without a change to its flags.
///
/// O_NONBLOCK belongs to the open file, which the parent shares, so it is never set. A socket is told for the one
/// call. A pipe is, too, where the system can do so (RWF_NOWAIT, Linux 6.4 or later); terminals and named pipes
/// cannot be told, and are opened once more, as an open file of this process's own. Where that does not work
/// either (no /proc, not this user's terminal), `poll` is believed, which is wrong when another process shares the
/// end, or when a terminal has room for less than is written.
final class StreamAccess {
  private enum Way {
    case socket
    /// Never waits: a file, or an open file of our own.
    case plain(CInt)
    case told
    case unsure
  }

  /// What the system is able to do for pipes and terminals.
  struct Abilities: OptionSet {
    let rawValue: Int

    /// preadv2(2) and pwritev2(2) that do not wait.
    static var noWait: Abilities { Abilities(rawValue: 1) }
    /// Opening once more by way of /proc.
    static var reopening: Abilities { Abilities(rawValue: 2) }
  }

  let kind: StreamKind
  private let descriptor: CInt
  private let abilities: Abilities
  private var way: Way

  /// - Parameters:
  ///   - isOwn: The open file was made by this process and is set to O_NONBLOCK.
  ///   - abilities: What to try; less than everything stands for an older system, in tests.
  init(_ descriptor: CInt, isOwn: Bool = false, trying abilities: Abilities = [.noWait, .reopening]) {
    self.descriptor = descriptor
    self.abilities = abilities
    kind = StreamKind(descriptor)
    way =
      switch kind {
      case .socket: .socket
      case .regularFile: .plain(descriptor)
      case .pipe, .other: isOwn ? .plain(descriptor) : .told
      }
  }

  deinit {
    if case .plain(let opened) = way, opened != descriptor { close(opened) }
  }

  /// read(2) into an array; -1 with errno EAGAIN when there is nothing to read now.
  func read(into bytes: inout [UInt8]) -> Int {
    // SAFETY: `read` writes at most `count` bytes into the array's own storage.
    unsafe bytes.withUnsafeMutableBytes { unsafe read($0) }
  }

  /// write(2) of some of the bytes; -1 with errno EAGAIN when there is no room now.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    // SAFETY: `write` reads at most the slice's bytes.
    unsafe bytes.withUnsafeBytes { unsafe write($0) }
  }

  /// read(2); -1 with errno EAGAIN when there is nothing to read now.
  func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
    switch way {
    // SAFETY: each call writes at most `count` bytes into the caller's buffer.
    case .socket: return unsafe recv(descriptor, room.baseAddress, room.count, CInt(MSG_DONTWAIT))
    case .plain(let descriptor): return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
    case .unsure: return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
    case .told:
      if abilities.contains(.noWait) {
        let count = unsafe statusd_read_now(descriptor, room.baseAddress, UInt(room.count))
        guard count < 0, cannotBeTold(errno) else { return count }
      }
      way = openAnew(O_RDONLY)
      return unsafe read(room)
    }
  }

  /// write(2) of some of the bytes; -1 with errno EAGAIN when there is no room now.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch way {
    // SAFETY: each call reads at most `count` bytes of the caller's buffer.
    case .socket:
      return unsafe send(
        descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
    case .plain(let descriptor): return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    case .unsure:
      guard isWritable else {
        errno = EAGAIN
        return -1
      }
      // A pipe that `poll` calls writable has room for so much (pipe(7)).
      return unsafe Glibc.write(descriptor, bytes.baseAddress, min(bytes.count, Int(PIPE_BUF)))
    case .told:
      if abilities.contains(.noWait) {
        let count = unsafe statusd_write_now(descriptor, bytes.baseAddress, UInt(bytes.count))
        guard count < 0, cannotBeTold(errno) else { return count }
      }
      way = openAnew(O_WRONLY)
      return unsafe write(bytes)
    }
  }
}

extension StreamAccess {
  /// Whether `poll` says so; an end that nobody reads is writable, since the write fails at once.
  private var isWritable: Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&watched, 1, 0) > 0
  }

  private func cannotBeTold(_ code: CInt) -> Bool {
    [EOPNOTSUPP, EINVAL, ENOSYS].contains(code)
  }

  /// Opens what is behind the descriptor once more, if it is a named pipe or a terminal: those may be opened
  /// without any effect of its own.
  private func openAnew(_ mode: CInt) -> Way {
    guard abilities.contains(.reopening), kind == .pipe || isTerminal else { return .unsure }
    let flags = mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = unsafe open("/proc/self/fd/\(descriptor)", flags)
    return opened >= 0 ? .plain(opened) : .unsure
  }

  /// Not the controller's end of a pseudo-terminal: opening that makes another terminal (pty(7)).
  private var isTerminal: Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    // Device 5:2 is /dev/ptmx.
    return isatty(descriptor) == 1 && status.st_rdev != 0x502
  }
}
