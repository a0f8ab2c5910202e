import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct LineWriterTests {
  private let channel = Channel()

  private func lines() -> [Substring] {
    String(decoding: channel.read() ?? [], as: UTF8.self).split(separator: "\n")
  }

  @Test func `lines arrive in order`() {
    let writer = LineWriter(descriptor: channel.writer)
    for line in 0..<100 { writer.write("line \(line)") }
    #expect(writer.flush(within: .seconds(30)))
    #expect(lines() == (0..<100).map { "line \($0)" })
  }

  @Test func `a flush waits for the lines since the one before it`() {
    let writer = LineWriter(descriptor: channel.writer)
    for line in 0..<500 {
      writer.write("line \(line)")
      #expect(writer.flush(within: .seconds(30)))
      #expect(lines() == ["line \(line)"])
    }
  }

  @Test func `a flush of nothing does not wait`() {
    let writer = LineWriter(descriptor: channel.writer)
    writer.write("x")
    for _ in 0..<3 { #expect(writer.flush(within: .seconds(5))) }
  }

  @Test func `with a reader who does not read, as many lines wait as may, and the rest is counted`() {
    let writer = LineWriter(descriptor: channel.writer, room: .init(lines: 10))
    _ = channel.fill()
    writer.write("on its way")
    while writer.waiting > 0 { sched_yield() }
    for line in 0..<10 { writer.write("line \(line)") }
    #expect(writer.dropped == 0)
    for line in 0..<990 { writer.write("line \(line)") }
    #expect(writer.dropped == 990)
    #expect(!writer.flush(within: .milliseconds(1)))
  }

  @Test func `every line is written or counted among the dropped`() {
    let writer = LineWriter(descriptor: channel.writer, room: .init(lines: 10))
    _ = channel.fill()
    for line in 0..<1_000 { writer.write("line \(line)") }
    var text: [UInt8] = []
    while !writer.flush(within: .milliseconds(1)) { text += channel.read() ?? [] }
    text += channel.read() ?? []
    let lines = String(decoding: text.drop { $0 == UInt8(ascii: ".") }, as: UTF8.self).split(separator: "\n")
    let dropped = lines.compactMap { $0.hasPrefix("statusd: ") ? Int($0.split(separator: " ")[1]) : nil }
    #expect(lines.count - dropped.count + dropped.reduce(0, +) == 1_000)
    #expect(writer.dropped == dropped.reduce(0, +))
  }

  @Test func `a flush that gave up leaves nothing behind for the next`() {
    let writer = LineWriter(descriptor: channel.writer)
    _ = channel.fill()
    writer.write("a")
    #expect(!writer.flush(within: .zero))
    while !writer.flush(within: .milliseconds(1)) { _ = channel.read() }
    _ = channel.fill()
    writer.write("b")
    #expect(!writer.flush(within: .milliseconds(1)))
  }

  @Test func `a descriptor that does not wait gets whole lines all the same`() {
    _ = fcntl(channel.writer, F_SETFL, Channel.flags(of: channel.writer) | O_NONBLOCK)
    let writer = LineWriter(descriptor: channel.writer, room: .init(lines: 1_000))
    let line = String(repeating: "x", count: 999)
    for _ in 0..<200 { writer.write(line) }
    var text: [UInt8] = []
    while !writer.flush(within: .milliseconds(1)) { text += channel.read() ?? [] }
    text += channel.read() ?? []
    #expect(text.count == 200_000)
  }

  @Test func `without a reader, lines go nowhere`() {
    signal(SIGPIPE, SIG_IGN)
    let writer = LineWriter(descriptor: channel.writer)
    channel.closeReader()
    for line in 0..<10 { writer.write("line \(line)") }
    #expect(writer.flush(within: .seconds(30)))
  }

  @Test func `a log needs no descriptor, so it reports that there are none left`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let channel = Channel()
      limitDescriptors(to: 3)
      let writer = LineWriter(descriptor: channel.writer)
      writer.write("Too many open files")
      guard writer.flush(within: .seconds(30)) else { exit(2) }
      exit(channel.read() == Array("Too many open files\n".utf8) ? 0 : 3)
    }
  }

  @Test func `without a thread, a flush writes itself, and no longer than it may`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let channel = Channel()
      let writer = LineWriter(descriptor: channel.writer, room: .init(lines: 2))
      try refuseThreads()
      for line in 0..<3 { writer.write("line \(line)") }
      guard writer.flush(within: .seconds(30)) else { exit(2) }
      let expected = "line 0\nline 1\nstatusd: 1 log lines are missing here\n"
      guard channel.read() == Array(expected.utf8) else { exit(3) }
      _ = channel.fill()
      writer.write("nobody reads")
      exit(writer.flush(within: .milliseconds(1)) ? 4 : 0)
    }
  }

  @Test func `what does not fit is counted where it is missing`() {
    let writer = LineWriter(descriptor: channel.writer, room: .init(bytes: 10)) { "\($0) missing" }
    _ = channel.fill()
    writer.write("on its way")
    while writer.waiting > 0 { sched_yield() }
    // A line is taken while fewer bytes wait than may.
    for line in ["four", "fives", "six", "seven"] { writer.write(line) }
    #expect(writer.dropped == 2)
    #expect(rest(of: writer).suffix(3) == ["four", "fives", "2 missing"])
    writer.write("eight")
    #expect(rest(of: writer) == ["eight"])
  }

  @Test func `what the file does not take is counted in front of the next line that it takes`() throws {
    let fifo = try BreakingFifo()
    let failures = Mutex<[CInt]>([])
    let writer = LineWriter(descriptor: fifo.writer) {
      "\($0) missing"
    } onFailure: { error in
      failures.withLock { $0.append(error.errno) }
    }
    fifo.breakOff()
    for line in 0..<3 { writer.write("line \(line)") }
    #expect(writer.flush(within: .seconds(30)))
    #expect(writer.dropped == 3 && failures.withLock(\.self) == [EPIPE])
    fifo.resume()
    writer.write("again")
    #expect(writer.flush(within: .seconds(30)) && fifo.text() == "3 missing\nagain\n")
  }

  @Test func `what is left of a line does not run into the next one`() throws {
    let fifo = try BreakingFifo()
    let writer = LineWriter(descriptor: fifo.writer, note: { "\($0) missing" })
    writer.write(String(repeating: "x", count: 1_000_000))
    while !fifo.isFull { sched_yield() }
    fifo.breakOff()
    #expect(writer.flush(within: .seconds(30)))
    fifo.resume()
    #expect(fifo.text().allSatisfy { $0 == "x" })
    writer.write("next")
    #expect(writer.flush(within: .seconds(30)) && fifo.text() == "\n1 missing\nnext\n")
  }

  private func rest(of writer: LineWriter) -> [Substring] {
    var text: [UInt8] = []
    while !writer.flush(within: .milliseconds(1)) { text += channel.read() ?? [] }
    text += channel.read() ?? []
    return String(decoding: text.drop { $0 == UInt8(ascii: ".") }, as: UTF8.self).split(separator: "\n")
  }
}

/// A named pipe whose reader leaves and comes back.
private final class BreakingFifo {
  let writer: CInt
  private var reader: CInt
  private let folder: TemporaryFolder

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    try #require(unsafe mkfifo(folder.path("fifo"), 0o600) == 0)
    reader = unsafe open(folder.path("fifo"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    writer = unsafe open(folder.path("fifo"), O_WRONLY | O_CLOEXEC)
  }

  deinit {
    close(writer)
    close(reader)
  }

  func breakOff() { close(reader) }
  func resume() { reader = unsafe open(folder.path("fifo"), O_RDONLY | O_NONBLOCK | O_CLOEXEC) }

  var isFull: Bool {
    var watched = pollfd(fd: writer, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&watched, 1, 0) == 0
  }

  /// What waits to be read.
  func text() -> String {
    var bytes = [UInt8](repeating: 0, count: 1_000_000)
    let count = unsafe read(reader, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
