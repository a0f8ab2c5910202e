import Testing

@testable import Providers

struct BodyBufferTests {
  /// 65,536 and 16,384 are what libcurl hands over at a time; the others meet the sizes of blocks at other places.
  @Test(arguments: [1_000, 4_096, 16_384, 16_385, 65_536, 100_000])
  func `what is moved in order to grow is at most half of the limit`(piece count: Int) {
    let piece = [UInt8](repeating: 0x20, count: count)
    var buffer = BodyBuffer(limit: 8 << 20)
    var moved = 0
    while buffer.bytes.count + count <= buffer.limit {
      let (capacity, held) = (buffer.bytes.capacity, buffer.bytes.count)
      buffer.append(piece)
      if buffer.bytes.capacity != capacity { moved = max(moved, held) }
    }
    #expect(moved > buffer.limit / 8)
    #expect(moved <= buffer.limit / 2)
    #expect(buffer.bytes.allSatisfy { $0 == 0x20 })
  }

  @Test func `a short body takes little room`() {
    var buffer = BodyBuffer(limit: 8 << 20)
    buffer.append([UInt8](repeating: 0, count: 100))
    #expect(buffer.bytes.count == 100)
    #expect(buffer.bytes.capacity < 1_024)
    buffer.clear()
    #expect(buffer.bytes.isEmpty)
    #expect(buffer.bytes.capacity == 0)
  }
}
