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

  @Test func `the hooks of a turn's end are called in every turn, and then those of the look`() async {
    // In a process of its own: other tests look at this loop's descriptors in the middle of turns.
    await #expect(processExitsWith: .exitCode(5)) {
      let loop = LoopActor.shared.loop
      let order = Box<[String]>([])
      _ = loop.run {
        loop.onNextTurn { loop.onNextTurn { exit(order.value == ["end", "look"] ? 5 : 6) } }
        return [
          loop.beforeLook { order.value.append("look") }, loop.atEndOfTurn { order.value.append("end") },
        ]
      }
    }
  }

  @LoopActor @Test func `a hook that was cancelled is not called again`() async {
    let calls = Box(0)
    let hook = loop.atEndOfTurn { calls.value += 1 }
    await loop.turns { calls.value > 0 }
    hook.cancel()
    let count = calls.value
    await loop.nextTurn()
    #expect(calls.value == count)
  }

  @LoopActor @Test func `a look in the middle of a turn has its own hooks called, and not those of the end`()
  {
    let order = Box<[String]>([])
    let hooks = [
      loop.beforeLook { order.value.append("look") }, loop.atEndOfTurn { order.value.append("end") },
    ]
    loop.pollWithoutWaiting()
    for hook in hooks { hook.cancel() }
    #expect(order.value == ["look"])
  }

  @LoopActor @Test func `what was ready is handled before the loop stops`() async {
    let before = EventLoopThread.timesStopped
    loop.stop()
    await loop.turns { EventLoopThread.timesStopped > before }
    #expect(EventLoopThread.timesStopped == before + 1)
  }
}
