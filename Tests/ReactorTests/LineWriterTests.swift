import Glibc
import Reactor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct LineWriterTests {
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

  @Test func `with a reader who does not read, lines are dropped and counted, and nobody waits`() {
    let writer = LineWriter(descriptor: channel.writer, capacity: 10)
    _ = channel.fill()
    for line in 0..<1_000 { writer.write("line \(line)") }
    // One line may be on its way, ten wait.
    #expect((989...990).contains(writer.dropped))
    #expect(!writer.flush(within: .milliseconds(1)))
  }

  @Test func `every line is written or counted among the dropped`() {
    let writer = LineWriter(descriptor: channel.writer, capacity: 10)
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
    let writer = LineWriter(descriptor: channel.writer, capacity: 1_000)
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
}
