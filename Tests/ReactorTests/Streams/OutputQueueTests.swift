import TestSupport
import Testing

@testable import Reactor

@Suite struct OutputQueueTests {
  private static func piece(_ count: Int, _ byte: UInt8 = 7) -> ArraySlice<UInt8> {
    ArraySlice(repeating: byte, count: count)
  }

  @Test func `an empty queue has nothing to write`() {
    #expect(OutputQueue().count == 0 && OutputQueue().first.isEmpty)
  }

  @Test func `short pieces are gathered for one write`() {
    let queue = OutputQueue()
    for byte in 0..<100 { queue.append([UInt8(byte)].span) }
    #expect(queue.first.elementsEqual(0..<100))
  }

  @Test func `what one write takes of them has an end`() {
    let queue = OutputQueue()
    for _ in 0..<100 { queue.append(Self.piece(4_096).span) }
    #expect(queue.first.count < 100_000 && queue.count == 409_600)
  }

  @Test func `a long piece is not copied`() {
    let long = Self.piece(5_000)
    let queue = OutputQueue()
    queue.append(sharing: long)
    let same = long.withUnsafeBytes { ours in queue.withFirst { $0.baseAddress == ours.baseAddress } }
    #expect(same)
  }

  @Test func `nothing is added to a long piece, which others may share`() {
    let queue = OutputQueue()
    queue.append(sharing: Self.piece(5_000))
    queue.append(Self.piece(1).span)
    #expect(queue.first.count == 5_000 && queue.count == 5_001)
  }

  @Test func `an empty piece is none`() {
    let queue = OutputQueue()
    let none: [UInt8] = []
    queue.append(none.span)
    queue.append(sharing: Self.piece(5_000).prefix(0))
    #expect(queue.count == 0 && queue.first.isEmpty)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `what goes in comes out, however it is written`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let queue = OutputQueue()
    var (added, removed): ([UInt8], [UInt8]) = ([], [])
    for _ in 0..<200 {
      if Bool.random(using: &random) {
        let count =
          Bool.random(using: &random)
          ? Int.random(in: 0...20, using: &random) : Int.random(in: 4_000...9_000, using: &random)
        let piece = Self.piece(count, UInt8.random(in: 0...255, using: &random))
        if Bool.random(using: &random) { queue.append(piece.span) } else { queue.append(sharing: piece) }
        added += piece
      } else {
        let written = Int.random(in: 0...queue.first.count, using: &random)
        removed += queue.first.prefix(written)
        queue.removeFirst(written)
      }
      #expect(queue.count == added.count - removed.count)
    }
    while queue.count > 0 {
      removed += queue.first
      queue.removeFirst(queue.first.count)
    }
    #expect(removed == added)
  }
}

extension OutputQueue {
  /// A copy of the bytes to be written next.
  fileprivate var first: [UInt8] { withFirst { Array($0) } }
}
