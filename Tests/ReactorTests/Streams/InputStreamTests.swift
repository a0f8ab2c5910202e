import Glibc
import TestSupport
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct InputStreamTests {
  private let loop = LoopActor.shared.loop
  private let received = Box<[UInt8]>([])
  private let ends = Box(0)
  private let departures = Box(0)

  init() {
    EventLoopThread.start()
  }

  @LoopActor private func start(_ stream: InputStream) {
    stream.start(on: loop) { [received, ends] event in
      switch event {
      case .bytes(let bytes): received.value += bytes
      case .writerLeft: departures.value += 1
      case .end: ends.value += 1
      }
    }
  }

  @LoopActor private func isWatched(_ descriptor: CInt) -> Bool {
    loop.watches.contains { $0.descriptor == descriptor && !$0.isCancelled }
  }

  // MARK: Kinds

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `what is written comes, and then the end, once`(kind: Channel.Kind) async {
    let channel = Channel(kind)
    let flags = Channel.flags(of: channel.reader)
    let stream = InputStream(descriptor: channel.reader)
    start(stream)
    channel.write("first ")
    await loop.turns { received.value.count == 6 }
    channel.write("second")
    channel.closeWriter()
    await loop.turns { ends.value > 0 }
    await loop.nextTurn()
    #expect(String(decoding: received.value, as: UTF8.self) == "first second")
    #expect(ends.value == 1)
    #expect(Channel.flags(of: channel.reader) == flags)
  }

  @LoopActor @Test func `a file is read to its end, piece by piece`() async {
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let stream = InputStream(descriptor: temporaryFile(content), capacity: 1_024)
    start(stream)
    await loop.turns { ends.value > 0 }
    #expect(received.value == content)
  }

  @LoopActor @Test func `the null device ends at once`() async {
    let stream = InputStream(descriptor: open("/dev/null", O_RDONLY))
    start(stream)
    await loop.turns { ends.value > 0 }
    #expect(received.value == [])
  }

  @LoopActor @Test(arguments: [open("/", O_RDONLY), 1_000_001])
  func `what cannot be read is at its end`(descriptor: CInt) async {
    let stream = InputStream(descriptor: descriptor)
    start(stream)
    await loop.turns { ends.value > 0 }
    #expect(ends.value == 1 && !isWatched(descriptor))
  }

  // MARK: Pausing

  @LoopActor @Test func `a paused stream brings nothing until it goes on`() async {
    let channel = Channel()
    let stream = InputStream(descriptor: channel.reader)
    start(stream)
    stream.isPaused = true
    channel.write("x")
    await loop.nextTurn()
    #expect(received.value == [])
    stream.isPaused = false
    await loop.turns { !received.value.isEmpty }
    #expect(received.value == [0x78])
  }

  @LoopActor @Test
  func `a writer that hangs up while the stream is paused is not looked at until it goes on`() async {
    let channel = Channel()
    let stream = InputStream(descriptor: channel.reader)
    start(stream)
    channel.write("x")
    stream.isPaused = true
    channel.closeWriter()
    await loop.turns { departures.value > 0 }
    await loop.nextTurn()
    // A watch would be called in every turn, and the loop would never rest.
    #expect(departures.value == 1 && !isWatched(channel.reader))
    stream.isPaused = false
    await loop.turns { ends.value > 0 }
    #expect(received.value == [0x78])
  }

  @LoopActor @Test func `a handler may pause its stream`() async {
    let channel = Channel()
    let stream = InputStream(descriptor: channel.reader, capacity: 1)
    stream.start(on: loop) { [received, weak stream] event in
      guard case .bytes(let bytes) = event else { return }
      received.value += bytes
      stream?.isPaused = true
    }
    channel.write("ab")
    await loop.turns { !received.value.isEmpty }
    await loop.nextTurn()
    #expect(received.value == [0x61])
    stream.isPaused = false
    await loop.turns { received.value.count == 2 }
    #expect(stream.isPaused)
  }

  // MARK: Closing

  @LoopActor @Test func `a closed stream brings nothing more, not even its end`() async {
    let channel = Channel()
    let stream = InputStream(descriptor: channel.reader)
    start(stream)
    channel.write("x")
    stream.close()
    channel.closeWriter()
    await loop.nextTurn()
    stream.isPaused = false
    await loop.nextTurn()
    #expect(received.value == [] && ends.value == 0 && !isWatched(channel.reader))
  }

  @LoopActor @Test func `the descriptor stays open`() async {
    let channel = Channel()
    let stream = InputStream(descriptor: channel.reader)
    start(stream)
    channel.closeWriter()
    await loop.turns { ends.value > 0 }
    #expect(fcntl(channel.reader, F_GETFD) >= 0)
  }

  // MARK: Failures

  @LoopActor @Test func `what cannot be read is a failure, and then the end`() async {
    let failures = Box<[CInt]>([])
    let stream = InputStream(descriptor: open("/", O_RDONLY | O_CLOEXEC))
    stream.onFailure = { failures.value.append($0.errno) }
    start(stream)
    await loop.turns { ends.value > 0 }
    #expect(failures.value == [EISDIR] && ends.value == 1)
  }

  @LoopActor @Test(arguments: [true, false])
  func `a terminal whose other end was closed is the end, and no failure`(isController: Bool) async throws {
    let failures = Box<[CInt]>([])
    var pair: PseudoTerminal? = try PseudoTerminal()
    let terminal = dup((isController ? pair?.controller : pair?.terminal) ?? -1)
    let stream = InputStream(descriptor: terminal)
    stream.onFailure = { failures.value.append($0.errno) }
    start(stream)
    await loop.nextTurn()
    pair = nil
    await loop.turns { ends.value > 0 }
    #expect(failures.value == [] && ends.value == 1)
    close(terminal)
  }
}
