import Glibc
import TestSupport
import Testing

@testable import Reactor

/// Ends of pipes and terminals that others read or write too, or that nobody reads.
@Suite(.timeLimit(.minutes(10))) struct StreamAccessTests {
  /// Two ends; what is written at the second can be read at the first, and the other way round on a terminal.
  private final class Ends {
    let reader, writer: CInt
    private let terminal: PseudoTerminal?

    init(_ kind: Kind) throws {
      switch kind {
      case .pipe:
        let channel = Channel()
        (reader, writer, terminal) = (channel.reader, channel.writer, nil)
      case .namedPipe:
        let path = try TemporaryFile("").path
        unlink(path)
        precondition(mkfifo(path, 0o600) == 0, "no named pipe")
        defer { unlink(path) }
        let first = open(path, O_RDWR | O_CLOEXEC)
        (reader, writer, terminal) = (
          open(path, O_RDONLY | O_CLOEXEC), open(path, O_WRONLY | O_CLOEXEC), nil
        )
        close(first)
      case .terminal:
        let pair = try PseudoTerminal()
        (reader, writer, terminal) = (pair.terminal, pair.terminal, pair)
      }
    }
  }

  enum Kind: CaseIterable { case pipe, namedPipe, terminal }

  private func read(_ access: StreamAccess) -> (count: Int, errno: CInt) {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = bytes.withUnsafeMutableBytes { access.read($0) }
    return (count, errno)
  }

  private func write(_ access: StreamAccess, _ bytes: [UInt8]) -> (count: Int, errno: CInt) {
    let count = bytes.withUnsafeBytes { access.write($0) }
    return (count, errno)
  }

  @Test(arguments: Kind.allCases)
  func `what somebody else has read is not waited for`(kind: Kind) throws {
    let ends = try Ends(kind)
    let flags = Channel.flags(of: ends.reader)
    let (count, errno) = read(StreamAccess(ends.reader))
    #expect(count == -1 && errno == EAGAIN)
    #expect(Channel.flags(of: ends.reader) == flags)
    withExtendedLifetime(ends) {}
  }

  @Test(arguments: Kind.allCases)
  func `a reader who pauses is not waited for`(kind: Kind) throws {
    let ends = try Ends(kind)
    let flags = Channel.flags(of: ends.writer)
    let access = StreamAccess(ends.writer)
    // More than PIPE_BUF, of which poll says nothing, and an odd number, so that room for less is left.
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 5_003)
    var last = write(access, bytes)
    while last.count > 0 { last = write(access, bytes) }
    #expect(last.count == -1 && last.errno == EAGAIN)
    #expect(Channel.flags(of: ends.writer) == flags)
    withExtendedLifetime(ends) {}
  }

  @Test func `the controller of a terminal is not opened anew, which would make another terminal`() throws {
    let pair = try PseudoTerminal()
    #expect(write(StreamAccess(pair.controller), Array("hello\n".utf8)).count == 6)
    #expect(read(StreamAccess(pair.terminal)).count == 6)
  }

  // MARK: Older systems

  @Test(arguments: [StreamAccess.Abilities.reopening, []])
  func `a full pipe is not waited for on a system that cannot be told`(abilities: StreamAccess.Abilities) {
    let channel = Channel()
    let flags = Channel.flags(of: channel.writer)
    let access = StreamAccess(channel.writer, trying: abilities)
    #expect(write(access, Array("hello".utf8)).count == 5)
    _ = channel.fill()
    let (count, code) = write(access, Array("hello".utf8))
    #expect(count == -1 && code == EAGAIN)
    #expect(Channel.flags(of: channel.writer) == flags)
    channel.close()
  }

  @Test func `an empty pipe is not waited for on a system that can only open it once more`() {
    let channel = Channel()
    let (count, code) = read(StreamAccess(channel.reader, trying: .reopening))
    #expect(count == -1 && code == EAGAIN)
    channel.close()
  }
}
