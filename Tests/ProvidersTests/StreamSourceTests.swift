import Foundation
import StatusCore
import TestSupport
import Testing

@testable import Providers
@testable import Reactor

/// Programs that stay, as sources; the programs are real.
@Suite(.timeLimit(.minutes(10))) struct StreamSourceTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  /// A stream of a shell's, and what came over its connection.
  @LoopActor private final class Stream {
    let source: StreamSource
    private(set) var bodies: [String] = []
    private(set) var problems: [Problem] = []
    private(set) var losses: [Problem] = []
    var connection: (any LiveConnection)?

    init(
      _ words: [String], limit: Int = 1_000, timers: TimerQueue = LoopActor.shared.loop.timers
    ) {
      source = StreamSource(
        Command(program: words[0], arguments: Array(words.dropFirst())), bodyBytes: limit, timers: timers)
    }

    convenience init(
      script: String, limit: Int = 1_000, timers: TimerQueue = LoopActor.shared.loop.timers
    ) {
      self.init(["sh", "-c", script], limit: limit, timers: timers)
    }

    func open() {
      connection = source.open(SourceRequest()) { [unowned self] event in
        switch event {
        case .delivered(let outcome):
          if let text = outcome.text { bodies.append(text) }
          if let problem = outcome.problem { problems.append(problem) }
        case .lost(let problem, _): losses.append(problem)
        case .ended: break
        }
      }
    }
  }

  @LoopActor @Test func `lines are delivered as they come, and the end is a loss`() async {
    let stream = Stream(script: "echo '[1]'; echo; echo oh dear >&2; exit 3")
    stream.open()
    #expect(stream.bodies.isEmpty && stream.losses.isEmpty)
    await loop.turns { !stream.losses.isEmpty }
    #expect(stream.bodies == ["[1]"] && stream.problems.isEmpty && stream.losses.count == 1)
    #expect(stream.losses.first?.kind == .commandFailed)
    #expect(stream.losses.first?.detail.exitStatus == 3 && stream.losses.first?.detail.stderr == "oh dear")
    #expect(stream.losses.first?.detail.url == "stream:sh")
  }

  @LoopActor @Test func `a program that does not exist is a loss, and later`() async {
    let stream = Stream(["no-such-program"])
    stream.open()
    #expect(stream.losses.isEmpty)
    await loop.turns { !stream.losses.isEmpty }
    #expect(stream.losses.first?.detail.reason == "notFound")
  }

  @LoopActor @Test func `a connection that is closed ends the program with all that it has started`()
    async throws
  {
    let fifo = try Fifo()
    let stream = Stream(script: "exec 3>\(fifo.path); echo '[1]'; tail -f /dev/null & wait")
    let reader = open(fifo.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    stream.open()
    await loop.turns { !stream.bodies.isEmpty }
    stream.connection?.close()
    // The pipe ends when nobody holds it any more.
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    await loop.turns { poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLHUP) != 0 }
    #expect(stream.losses.isEmpty)
  }

  @LoopActor @Test func `what a program leaves behind does not keep the stream`() async {
    let stream = Stream(script: "tail -f /dev/null & echo '[1]'")
    stream.open()
    await loop.turns { !stream.losses.isEmpty }
    #expect(stream.bodies == ["[1]"] && stream.losses.first?.detail.exitStatus == 0)
  }

  // MARK: Fetching

  @LoopActor @Test func `a fetch runs the program until its first line`() async {
    let stream = Stream(script: "echo '[1]'; exec tail -f /dev/null")
    let text = await withCheckedContinuation { continuation in
      _ = stream.source.fetch(SourceRequest()) { continuation.resume(returning: $0.text) }
    }
    #expect(text == "[1]")
  }

  @LoopActor @Test func `a fetch of a program that ends without a value fails`() async {
    let stream = Stream(script: "exit 4")
    let problem = await withCheckedContinuation { continuation in
      _ = stream.source.fetch(SourceRequest()) { continuation.resume(returning: $0.problem) }
    }
    #expect(problem?.kind == .commandFailed && problem?.detail.exitStatus == 4)
  }

  @LoopActor @Test func `a fetch shares the program of the connection, which goes on after it`() async throws
  {
    let fifo = try Fifo()
    let starts = try TemporaryFile("")
    let stream = Stream(script: "echo >>\(starts.path); exec cat \(fifo.path)")
    stream.open()
    var responses = 0
    let attempt = stream.source.fetch(SourceRequest()) { _ in responses += 1 }
    let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
    Glibc.write(writer, "[1]\n", 4)
    await loop.turns { !stream.bodies.isEmpty }
    // The engine does the rest: what a connection delivers ends the attempt.
    attempt.cancel()
    Glibc.write(writer, "[2]\n", 4)
    await loop.turns { stream.bodies.count > 1 }
    #expect(stream.bodies == ["[1]", "[2]"] && responses == 0)
    #expect(try String(contentsOfFile: starts.path, encoding: .utf8) == "\n")
    close(writer)
    stream.connection?.close()
  }

  @LoopActor @Test func `a fetch that takes too long says so, and ends the program`() async throws {
    let fifo = try Fifo()
    let stream = Stream(script: "exec 3>\(fifo.path); echo >&3; exec tail -f /dev/null")
    let reader = open(fifo.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let attempt = stream.source.fetch(SourceRequest()) { _ in Issue.record("it was completed") }
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    await loop.turns { poll(&polled, 1, 0) == 1 }
    let problem = attempt.expire()
    #expect(problem.kind == .commandFailed && problem.detail.reason == "timeout")
    #expect(problem.detail.url == "stream:sh")
    // The pipe ends when nobody holds it any more.
    await loop.turns { poll(&polled, 1, 0) == 1 && polled.revents & Int16(POLLHUP) != 0 }
  }

  // MARK: Pausing

  @LoopActor @Test func `a program whose values are not looked at waits for its reader`() async throws {
    let fifo = try Fifo()
    // More than the pipe and one read can hold.
    let stream = Stream(
      script: "echo '[1]'; read -r line <\(fifo.path); seq 1 100000; exec tail -f /dev/null")
    stream.open()
    await loop.turns { !stream.bodies.isEmpty }
    stream.connection?.pause(true)
    let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
    Glibc.write(writer, "go\n", 3)
    for _ in 1...20 { await loop.nextTurn() }
    #expect(stream.bodies == ["[1]"])
    stream.connection?.pause(false)
    await loop.turns { stream.bodies.last == "100000" }
    close(writer)
    stream.connection?.close()
  }

  @LoopActor @Test func `what is left in the pipe of a paused program comes before its end`() async throws {
    let fifo = try Fifo()
    // Only the ends of its pipes end the run: on a busy machine a second passes before they are read.
    let timers = TimerQueue(source: ManualTime())
    let stream = Stream(
      script: "echo '[1]'; read -r line <\(fifo.path); echo '[2]'; exit 3", timers: timers)
    stream.open()
    await loop.turns { !stream.bodies.isEmpty }
    stream.connection?.pause(true)
    let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
    Glibc.write(writer, "go\n", 3)
    await loop.turns { !stream.losses.isEmpty }
    #expect(stream.bodies == ["[1]", "[2]"] && stream.losses.first?.detail.exitStatus == 3)
    close(writer)
  }

  @LoopActor @Test func `a connection that is closed while it is paused leaves the next value to a fetch`()
    async throws
  {
    let fifo = try Fifo()
    let stream = Stream(script: "echo '[1]'; cat \(fifo.path); exec tail -f /dev/null")
    stream.open()
    await loop.turns { !stream.bodies.isEmpty }
    stream.connection?.pause(true)
    var text: String?
    _ = stream.source.fetch(SourceRequest()) { text = $0.text }
    stream.connection?.close()
    let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
    Glibc.write(writer, "[2]\n", 4)
    await loop.turns { text != nil }
    #expect(text == "[2]")
    close(writer)
  }

  // MARK: Floods

  @LoopActor @Test func `a line without an end is one problem, and the next line a value`() async {
    let stream = Stream(script: "head -c 100000000 /dev/zero; echo; echo '[1]'; exec tail -f /dev/null")
    stream.open()
    await loop.turns { !stream.bodies.isEmpty }
    #expect(stream.bodies == ["[1]"])
    #expect(stream.problems.map(\.kind) == [.bodyTooLarge])
    stream.connection?.close()
  }

  @LoopActor @Test func `of many lines at once the newest is delivered`() async {
    let stream = Stream(script: "seq 1 100000; exec tail -f /dev/null")
    stream.open()
    await loop.turns { stream.bodies.last == "100000" }
    // One for each read at most.
    #expect(stream.bodies.count < 5_000)
    stream.connection?.close()
  }
}
