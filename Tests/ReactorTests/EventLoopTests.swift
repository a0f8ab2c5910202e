import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct EventLoopTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  // MARK: Jobs

  @LoopActor @Test func `jobs from other threads run on the loop, each once`() async {
    let count = Box(0)
    let add: @LoopActor () -> Void = { count.value += 1 }
    await withTaskGroup { group in
      for _ in 0..<200 { group.addTask { @concurrent in await add() } }
    }
    #expect(count.value == 200)
  }

  @LoopActor @Test func `jobs run in the order in which they were made`() async {
    let order = Box<[Int]>([])
    let tasks = (0..<50).map { number in Task { @LoopActor in order.value.append(number) } }
    for task in tasks { await task.value }
    #expect(order.value == Array(0..<50))
  }

  @LoopActor @Test func `a task that prefers the loop runs on its thread, after a suspension too`() async {
    let thread = pthread_self()
    let threads = await Task(executorPreference: loop) { () async -> [UInt] in
      let before = pthread_self()
      await Task.yield()
      return [before, pthread_self()]
    }.value
    #expect(threads == [thread, thread])
  }

  @LoopActor @Test func `another thread is not the loop's`() async {
    let isIsolated = await Task.detached { LoopActor.shared.loop.isIsolatingCurrentContext() }.value
    #expect(isIsolated == false)
    #expect(loop.isIsolatingCurrentContext() == true)
  }

  // MARK: Watches

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
    let channel = Channel()
    let calls = Box(0)
    let cancelled = (0..<200).map { _ in loop.watch(channel.reader, for: .readable) { _ in } }
    let watch = loop.watch(channel.reader, for: .readable) { _ in calls.value += 1 }
    for watch in cancelled { watch.cancel() }
    await loop.nextTurn()
    // Other tests have watches on this loop: what is dropped is the most of those that are cancelled.
    #expect(loop.watches.count(where: \.isCancelled) <= max(16, loop.watches.count / 2))
    channel.write("x")
    await loop.turns { calls.value > 0 }
    watch.cancel()
    let last = calls.value
    await loop.nextTurn()
    #expect(calls.value == last)
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
          loop.pollWithoutWaiting()
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

  // MARK: Turns

  @LoopActor @Test func `what another thread posts is done on the loop`() async {
    let done = Box(false)
    let thread = Task.detached { LoopActor.shared.loop.post { done.value = true } }
    await thread.value
    await loop.turns { done.value }
    #expect(done.value)
  }

  @LoopActor @Test func `timers on the system's clock do not fire early`() async {
    let start = loop.timers.now
    let end = await withCheckedContinuation { continuation in
      loop.timers.schedule(after: .milliseconds(3)) { [loop] in
        continuation.resume(returning: loop.timers.now)
      }
    }
    #expect(end - start >= .milliseconds(3))
  }

  @LoopActor @Test func `the end of every turn is told`() async {
    let ends = Box(0)
    _ = loop.atEndOfTurn { ends.value += 1 }
    let before = ends.value
    await loop.nextTurn()
    #expect(ends.value > before)
  }

  @LoopActor @Test func `what was ready is handled before the loop stops`() async {
    let before = EventLoopThread.timesStopped
    loop.stop()
    await loop.turns { EventLoopThread.timesStopped > before }
    #expect(EventLoopThread.timesStopped == before + 1)
  }
}
