import Glibc
import TestSupport
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct OutputStreamTests {
  private let loop = LoopActor.shared.loop
  private let departures = Box(0)
  private let drains = Box(0)
  private let failures = Box<[CInt]>([])

  init() {
    EventLoopThread.start()
  }

  @LoopActor private func stream(to descriptor: CInt) -> OutputStream {
    let stream = OutputStream(descriptor: descriptor)
    stream.onReaderLeft = { [departures] in departures.value += 1 }
    stream.onFailure = { [failures] in failures.value.append($0.errno) }
    stream.onDrained = { [drains] in drains.value += 1 }
    stream.start(on: loop)
    return stream
  }

  private static let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  // MARK: Writing

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `a slow reader gets everything, and nobody waits for it`(kind: Channel.Kind) async {
    let channel = Channel(kind)
    let flags = Channel.flags(of: channel.writer)
    let stream = stream(to: channel.writer)
    stream.append(sharing: ArraySlice(Self.content))
    // Nobody reads: the loop turns all the same, and the rest is kept.
    for _ in 0..<100 { await loop.nextTurn() }
    #expect(stream.backlog > 0 && drains.value == 0)
    var read: [UInt8] = []
    while read.count < Self.content.count {
      read += channel.read(atMost: 20_000) ?? []
      await loop.nextTurn()
    }
    #expect(read == Self.content)
    #expect(stream.backlog == 0 && drains.value == 1)
    #expect(Channel.flags(of: channel.writer) == flags)
  }

  @LoopActor @Test func `a file takes everything`() async {
    let file = temporaryFile([])
    let stream = stream(to: file)
    stream.append(sharing: ArraySlice(Self.content))
    await loop.turns { drains.value > 0 }
    #expect(lseek(file, 0, SEEK_END) == Self.content.count)
  }

  @LoopActor @Test func `what is appended in pieces arrives in order`() async {
    let channel = Channel()
    let stream = stream(to: channel.writer)
    var read: [UInt8] = []
    for piece in 0..<100 {
      stream.append(sharing: ArraySlice(Array("\(piece),".utf8)))
      if piece % 7 == 0 { await loop.nextTurn() }
    }
    await loop.turns { stream.backlog == 0 }
    read += channel.read() ?? []
    #expect(String(decoding: read, as: UTF8.self) == (0..<100).map { "\($0)," }.joined())
  }

  @LoopActor @Test func `with nothing to write, nothing is waited for but the reader's departure`() async {
    let channel = Channel()
    let stream = stream(to: channel.writer)
    stream.append(sharing: [7])
    await loop.turns { drains.value == 1 }
    let watch = loop.watches.first { $0.descriptor == channel.writer && !$0.isCancelled }
    #expect(watch?.events == [])
    #expect(stream.backlog == 0)
  }

  @LoopActor @Test func `what is written at the end of a turn is there before the loop waits`() async {
    let channel = Channel()
    let stream = stream(to: channel.writer)
    for byte: UInt8 in [7, 8] { stream.append(sharing: [byte]) }
    #expect(channel.read() == [] && stream.backlog == 2)
    loop.pollWithoutWaiting()
    #expect(channel.read() == [7, 8] && stream.backlog == 0 && drains.value == 1)
  }

  @LoopActor @Test func `a flush writes at once, and only then is room waited for`() async {
    let channel = Channel()
    let stream = stream(to: channel.writer)
    let watch = loop.watches.first { $0.descriptor == channel.writer }
    stream.append(sharing: [7])
    stream.flush()
    #expect(channel.read() == [7] && stream.written == 1 && watch?.events == [])
    stream.append(sharing: ArraySlice(Self.content))
    stream.flush()
    let written = stream.written
    #expect(written > 1 && stream.backlog > 0 && watch?.events == .writable)
    _ = channel.read()
    // The loop says that there is room.
    stream.flush()
    #expect(stream.written == written)
    await loop.turns { stream.written > written }
    stream.close()
  }

  // MARK: Older systems

  /// Debian 12's kernel has no RWF_NOWAIT for pipes; without /proc, nothing can be opened once more.
  @LoopActor @Test(arguments: [StreamAccess.Abilities.reopening, []])
  func `a slow reader gets everything where pipes cannot be told`(abilities: StreamAccess.Abilities) async {
    let channel = Channel()
    let flags = Channel.flags(of: channel.writer)
    let access = StreamAccess(channel.writer, trying: abilities)
    let stream = OutputStream(descriptor: channel.writer, access: access)
    stream.onDrained = { [drains] in drains.value += 1 }
    stream.start(on: loop)
    stream.append(sharing: ArraySlice(Self.content))
    for _ in 0..<100 { await loop.nextTurn() }
    #expect(stream.backlog > 0 && drains.value == 0)
    var read: [UInt8] = []
    while read.count < Self.content.count {
      read += channel.read(atMost: 20_000) ?? []
      await loop.nextTurn()
    }
    #expect(read == Self.content && stream.backlog == 0 && drains.value == 1)
    #expect(Channel.flags(of: channel.writer) == flags)
    stream.close()
  }

  @LoopActor @Test func `a reader that leaves is noticed where pipes cannot be told`() async {
    let channel = Channel()
    let stream = OutputStream(
      descriptor: channel.writer, access: StreamAccess(channel.writer, trying: []))
    stream.onReaderLeft = { [departures] in departures.value += 1 }
    stream.start(on: loop)
    channel.closeReader()
    stream.append(sharing: [7])
    await loop.turns { departures.value > 0 }
    #expect(departures.value == 1 && stream.backlog == 0)
  }

  // MARK: Departure

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `a reader that leaves while nothing is written is noticed, once`(kind: Channel.Kind) async {
    let channel = Channel(kind)
    let stream = stream(to: channel.writer)
    await loop.nextTurn()
    channel.closeReader()
    await loop.turns { departures.value > 0 }
    stream.append(sharing: [7])
    await loop.nextTurn()
    #expect(departures.value == 1 && stream.backlog == 0)
  }

  @LoopActor @Test(arguments: Channel.Kind.allCases)
  func `a reader that leaves in the middle is noticed, once, and the rest is dropped`(kind: Channel.Kind)
    async
  {
    let channel = Channel(kind)
    let stream = stream(to: channel.writer)
    stream.append(sharing: ArraySlice(Self.content))
    for _ in 0..<10 { await loop.nextTurn() }
    channel.closeReader()
    await loop.turns { departures.value > 0 }
    await loop.nextTurn()
    #expect(departures.value == 1 && stream.backlog == 0 && drains.value == 0)
    #expect(failures.value == [])
  }

  // MARK: Failures

  @LoopActor @Test func `a descriptor that is not open is a failure`() async {
    let stream = stream(to: 1_000_000)
    await loop.turns { departures.value > 0 }
    #expect(stream.backlog == 0 && failures.value == [EBADF])
  }

  @LoopActor @Test func `a disk without space is a failure, and then nothing is written any more`() async {
    let stream = stream(to: open("/dev/full", O_WRONLY | O_CLOEXEC))
    stream.append(sharing: [7])
    await loop.turns { departures.value > 0 }
    stream.append(sharing: [7])
    #expect(failures.value == [ENOSPC] && departures.value == 1 && stream.backlog == 0)
  }

  @LoopActor @Test func `a message that is too long for a datagram is a failure`() async {
    var ends: [CInt] = [0, 0]
    #expect(socketpair(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let stream = stream(to: ends[0])
    stream.append(sharing: ArraySlice(Self.content))
    await loop.turns { departures.value > 0 }
    #expect(failures.value == [EMSGSIZE])
    for end in ends { close(end) }
  }

  @LoopActor @Test func `a terminal whose reader pauses holds nothing up, and gets everything later`()
    async throws
  {
    let pair = try PseudoTerminal()
    let stream = stream(to: pair.terminal)
    let lines = Array(String(repeating: "a line\n", count: 20_000).utf8)
    stream.append(sharing: ArraySlice(lines))
    for _ in 0..<100 { await loop.nextTurn() }
    #expect(stream.backlog > 0)
    var read = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // The terminal makes CR LF of each LF.
    while read < lines.count + 20_000, !Task.isCancelled {
      var ready = pollfd(fd: pair.controller, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 0) > 0 { read += max(0, Glibc.read(pair.controller, &buffer, buffer.count)) }
      await loop.nextTurn()
    }
    #expect(stream.backlog == 0 && failures.value == [])
  }
}
