import TestSupport
import Testing

@testable import Reactor

/// Memory that many streams have in common.
@Suite struct SharedMemoryTests {
  init() {
    EventLoopThread.start()
  }

  private static func piece(_ count: Int) -> ArraySlice<UInt8> { ArraySlice(repeating: 7, count: count) }

  @Test func `a queue that is empty keeps no block, and the next one gets it`() {
    let spare = SpareBlock()
    let (one, two) = (OutputQueue(spare: spare), OutputQueue(spare: spare))
    one.append(Self.piece(10).span)
    let place = one.withFirst { $0.baseAddress }
    one.removeFirst(10)
    #expect(one.count == 0 && one.withFirst { $0.count } == 0)
    two.append(Self.piece(10).span)
    #expect(two.withFirst { $0.baseAddress } == place)
  }

  @Test func `a long piece counts once, however many queues have it`() {
    let shared = SharedPieces()
    let queues = (0..<3).map { _ in OutputQueue(sharing: shared) }
    let (long, other) = (Self.piece(10_000), Self.piece(5_000))
    for queue in queues { queue.append(sharing: long) }
    #expect(shared.bytes == 10_000 && shared.has(long) && !shared.has(other))
    queues[0].append(sharing: other)
    #expect(shared.bytes == 15_000 && queues[0].sharedCount == 15_000)
    queues[0].removeFirst(4_000)
    queues[0].removeFirst(6_000)
    #expect(shared.bytes == 15_000, "others have it still")
    queues[1].removeAll()
    queues[2].removeFirst(10_000)
    #expect(shared.bytes == 5_000 && !shared.has(long))
    queues[0].removeAll()
    #expect(shared.bytes == 0 && queues[0].sharedCount == 0)
  }

  @LoopActor @Test func `memory for reading is one piece, and within a read another one`() {
    let buffer = ReadBuffer(100)
    let first = buffer.take()
    let second = buffer.take()
    #expect(first.count == 100 && second.count == 100)
    let place = first.withUnsafeBytes { $0.baseAddress }
    buffer.give(first)
    #expect(buffer.take().withUnsafeBytes { $0.baseAddress } == place)
  }
}
