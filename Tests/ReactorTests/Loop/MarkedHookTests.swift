import Glibc
import TestSupport
import Testing

@testable import Reactor

/// Hooks that are called in the turns alone in which somebody has marked them.
@Suite(.timeLimit(.minutes(10))) struct MarkedHookTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a hook is called once for all marks, and not without one`() async {
    let calls = Box(0)
    let hook = loop.atEndOfMarkedTurns { calls.value += 1 }
    await loop.nextTurn()
    #expect(calls.value == 0)
    for _ in 0..<3 { hook.mark() }
    await loop.nextTurn()
    await loop.nextTurn()
    #expect(calls.value == 1 && !hook.isDue)
    hook.mark()
    hook.cancel()
    await loop.nextTurn()
    #expect(calls.value == 1)
  }

  @LoopActor @Test func `one that marks others has them called without an event, and itself not`() async {
    let order = Box<[Int]>([])
    let second = loop.atEndOfMarkedTurns { order.value.append(2) }
    let hook = Box<LoopHook?>(nil)
    hook.value = loop.atEndOfMarkedTurns {
      order.value.append(1)
      hook.value?.mark()
      second.mark()
    }
    hook.value?.mark()
    await loop.turns { order.value.count >= 2 }
    await loop.nextTurn()
    #expect(order.value == [1, 2])
    hook.value?.cancel()
  }

  @LoopActor @Test func `many are called in the order of their marks`() async {
    let order = Box<[Int]>([])
    let hooks = (0..<5).map { number in loop.atEndOfMarkedTurns { order.value.append(number) } }
    for number in [3, 1, 4, 0, 1] { hooks[number].mark() }
    await loop.nextTurn()
    await loop.nextTurn()
    #expect(order.value == [3, 1, 4, 0])
  }

  // MARK: Two watches of one descriptor

  @LoopActor @Test func `a socket that is input and output has one registration, and no second descriptor`()
    async
  {
    let channel = Channel(.socketPair)
    let (read, wrote) = (Box(0), Box(0))
    let output = loop.watch(channel.reader, for: []) { _ in wrote.value += 1 }
    let input = loop.watch(channel.reader, for: .readable) { _ in
      _ = channel.read()
      read.value += 1
    }
    #expect(output.duplicate == nil && input.duplicate == nil)
    channel.write("x")
    await loop.turns { read.value == 1 }
    #expect(wrote.value == 0)
    output.events = .writable
    await loop.turns { wrote.value > 0 }
    output.events = []
    // Whichever goes first, the other goes on.
    output.cancel()
    channel.write("y")
    await loop.turns { read.value == 2 }
    let again = loop.watch(channel.reader, for: .writable) { _ in wrote.value = -1 }
    await loop.turns { wrote.value == -1 }
    input.cancel()
    wrote.value = 0
    await loop.turns { wrote.value == -1 }
    again.cancel()
    channel.closeReader()
    channel.closeWriter()
  }
}
