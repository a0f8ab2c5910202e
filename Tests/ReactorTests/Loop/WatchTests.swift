import Glibc
import TestSupport
import Testing

@testable import Reactor

/// Descriptors that the loop waits for, and files that it need not wait for.
@Suite(.timeLimit(.minutes(10))) struct WatchTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a watch is called while its descriptor is ready`() async {
    let channel = Channel()
    let calls = Box<[Readiness]>([])
    let watch = loop.watch(channel.reader, for: .readable) { calls.value.append($0) }
    await loop.nextTurn()
    #expect(calls.value == [])
    channel.write("x")
    await loop.turns { calls.value.count >= 2 }
    #expect(calls.value.allSatisfy { $0 == .readable })
    watch.cancel()
  }

  @LoopActor @Test func `a cancelled watch is not called again`() async {
    let channel = Channel()
    channel.write("x")
    let calls = Box(0)
    let watch = loop.watch(channel.reader, for: .readable) { _ in calls.value += 1 }
    await loop.turns { calls.value > 0 }
    watch.cancel()
    let before = calls.value
    await loop.nextTurn()
    #expect(calls.value == before)
  }

  @LoopActor @Test(arguments: [(0, 1), (1, 0)])
  func `a watch that another handler of the turn cancels is not called`(canceller: Int, cancelled: Int) async
  {
    let channels = [Channel(), Channel()]
    let watches = Box<[Watch]>([])
    let calls = Box<[Int]>([])
    for index in 0...1 {
      watches.value.append(
        loop.watch(channels[index].reader, for: .readable) { _ in
          calls.value.append(index)
          for watch in watches.value { watch.cancel() }
        })
    }
    for channel in channels { channel.write("x") }
    await loop.turns { !calls.value.isEmpty }
    await loop.nextTurn()
    #expect(calls.value == [0])
  }

  @LoopActor @Test func `a handler may add a watch, which is served from the next turn on`() async {
    let channel = Channel()
    channel.write("x")
    let second = Box<Watch?>(nil)
    let calls = Box(0)
    let first = Box<Watch?>(nil)
    first.value = loop.watch(channel.reader, for: .readable) { _ in
      first.value?.cancel()
      second.value = LoopActor.shared.loop.watch(channel.reader, for: .readable) { _ in calls.value += 1 }
    }
    await loop.turns { calls.value > 0 }
    second.value?.cancel()
    #expect(first.value?.isCancelled == true)
  }

  @LoopActor @Test func `a watch may change what it waits for`() async {
    let channel = Channel(.socketPair)
    let calls = Box<[Readiness]>([])
    let watch = loop.watch(channel.reader, for: []) { calls.value.append($0) }
    await loop.nextTurn()
    #expect(calls.value == [])
    watch.events = .writable
    await loop.turns { !calls.value.isEmpty }
    #expect(calls.value.first == .writable)
    watch.cancel()
  }

  @LoopActor @Test func `a hang-up is told without being asked for`() async {
    let channel = Channel()
    let calls = Box<[Readiness]>([])
    let watch = loop.watch(channel.writer, for: []) { calls.value.append($0) }
    channel.closeReader()
    await loop.turns { !calls.value.isEmpty }
    #expect(calls.value.first == .failed)
    watch.cancel()
  }

  @LoopActor @Test func `watches that were cancelled are dropped, and the others stay`() async {
    let channels = (0..<50).map { _ in Channel() }
    let calls = Box(0)
    let watches = channels.map { loop.watch($0.reader, for: .readable) { _ in calls.value += 1 } }
    for watch in watches.dropFirst() { watch.cancel() }
    #expect(loop.watches.filter { watch in watches.contains { $0 === watch } }.count == 1)
    for channel in channels.dropFirst() { channel.write("x") }
    await loop.nextTurn()
    #expect(calls.value == 0)
    channels[0].write("x")
    await loop.turns { calls.value > 0 }
    watches[0].cancel()
    let last = calls.value
    await loop.nextTurn()
    #expect(calls.value == last)
    for channel in channels { channel.close() }
  }

  @LoopActor @Test func `more descriptors than one wait reports are all served`() async {
    let channels = (0..<150).map { _ in Channel() }
    let called = Box<Set<Int>>([])
    let watches = Box<[Watch]>([])
    watches.value = channels.indices.map { index in
      loop.watch(channels[index].reader, for: .readable) { _ in
        called.value.insert(index)
        watches.value[index].cancel()
      }
    }
    for channel in channels { channel.write("x") }
    await loop.turns { called.value.count == channels.count }
    #expect(called.value.count == channels.count)
    for channel in channels { channel.close() }
  }

  @LoopActor @Test func `a descriptor may have several watches, each with its own events`() async {
    let channel = Channel(.socketPair)
    let calls = Box<Set<String>>([])
    let watches = [
      loop.watch(channel.reader, for: .readable) { _ in calls.value.insert("readable") },
      loop.watch(channel.reader, for: .writable) { _ in calls.value.insert("writable") },
      loop.watch(channel.reader, for: []) { _ in calls.value.insert("hung up") },
    ]
    await loop.turns { !calls.value.isEmpty }
    #expect(calls.value == ["writable"])
    watches[1].events = .readable
    channel.write("x")
    await loop.turns { calls.value.count == 2 }
    #expect(calls.value == ["readable", "writable"])
    watches[0].cancel()
    channel.closeWriter()
    await loop.turns { calls.value.contains("hung up") }
    for watch in watches { watch.cancel() }
    channel.closeReader()
  }

  @LoopActor @Test func `what was found for a watch is not handed to the next one of that descriptor`() async
  {
    let channels = [Channel(), Channel()]
    let calls = Box<[Int]>([])
    let watches = Box<[Watch]>([])
    for index in 0...1 {
      watches.value.append(
        loop.watch(channels[index].reader, for: .readable) { [loop] _ in
          calls.value.append(index)
          // The slots and the descriptors of both are used again while the second still has its event.
          for watch in watches.value { watch.cancel() }
          watches.value = (0...1).map { index in
            loop.watch(channels[index].reader, for: []) { _ in calls.value.append(2 + index) }
          }
        })
    }
    for channel in channels { channel.write("x") }
    await loop.turns { !calls.value.isEmpty }
    await loop.nextTurn()
    #expect(calls.value == [0])
    for watch in watches.value { watch.cancel() }
  }

  @LoopActor @Test(arguments: [false, true])
  func `what an earlier handler of the turn no longer waits for is not reported`(isCalledLast: Bool) async {
    let channels = [Channel(), Channel()]
    let calls = Box<[Int]>([])
    let watches = Box<[Watch]>([])
    for index in 0...1 {
      watches.value.append(
        loop.watch(channels[index].reader, for: .readable) { _ in
          calls.value.append(index)
          for watch in watches.value { watch.events = [] }
        })
    }
    for channel in isCalledLast ? channels : channels.reversed() { channel.write("x") }
    await loop.turns { !calls.value.isEmpty }
    await loop.nextTurn()
    #expect(calls.value.count == 1)
    for watch in watches.value { watch.cancel() }
  }

  // MARK: Files, which epoll refuses

  @LoopActor @Test(arguments: [Readiness.readable, .writable])
  func `a file is always ready for what is waited for, and for nothing else`(events: Readiness) async {
    let calls = Box<[Readiness]>([])
    let file = temporaryFile(Array("abc".utf8))
    let watch = loop.watch(file, for: []) { calls.value.append($0) }
    await loop.nextTurn()
    #expect(calls.value == [])
    watch.events = events
    await loop.turns { calls.value.count >= 3 }
    #expect(calls.value.allSatisfy { $0 == events })
    watch.cancel()
    let last = calls.value.count
    await loop.nextTurn()
    #expect(calls.value.count == last)
    close(file)
  }

  @LoopActor @Test func `files and pipes are served in the same turns`() async {
    let (file, channel) = (temporaryFile([]), Channel())
    let calls = Box<[String]>([])
    let watches = [
      loop.watch(file, for: .readable) { _ in calls.value.append("file") },
      loop.watch(channel.reader, for: .readable) { _ in calls.value.append("pipe") },
    ]
    channel.write("x")
    func isServedTwice(_ name: String) -> Bool { calls.value.count { $0 == name } >= 2 }
    await loop.turns { isServedTwice("file") && isServedTwice("pipe") }
    for watch in watches { watch.cancel() }
    #expect(isServedTwice("file") && isServedTwice("pipe"))
    close(file)
  }

  /// In a process of its own: other tests turn the shared loop.
  @Test func `a file that nobody waits for lets the loop rest`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let loop = LoopActor.shared.loop
      _ = loop.run {
        let turns = Box(0)
        let watch = loop.watch(temporaryFile([]), for: []) { _ in }
        let hook = loop.atEndOfTurn { turns.value += 1 }
        // A loop that does not rest makes thousands.
        loop.timers.schedule(after: .milliseconds(20)) { exit(turns.value < 100 ? 0 : 1) }
        return (watch, hook)
      }
    }
  }

  @LoopActor @Test func `a handler that takes long has the others called, and itself not`() async {
    let (own, other) = (Channel(), Channel())
    let calls = Box<[String]>([])
    let watches = Box<[Watch]>([])
    watches.value = [
      loop.watch(own.reader, for: .readable) { [loop] _ in
        calls.value.append("begins")
        watches.value[0].cancel()
        watches.value[0] = loop.watch(own.reader, for: .readable) { _ in
          calls.value.append("long")
          // One look reports 64 descriptors, and other tests have theirs on this loop.
          for _ in 0..<10 where calls.value.last == "long" { loop.pollWithoutWaiting() }
          calls.value.append("longer")
          watches.value[0].cancel()
        }
      },
      loop.watch(other.reader, for: .readable) { _ in
        guard calls.value.last == "long" else { return }
        calls.value.append("other")
        watches.value[1].cancel()
      },
    ]
    own.write("x")
    other.write("x")
    await loop.turns { calls.value.last == "longer" }
    #expect(calls.value == ["begins", "long", "other", "longer"])
  }
}
