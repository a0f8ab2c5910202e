import Reactor
import Testing

@Suite struct ResidentMemoryTests {
  /// In a process of its own, where nothing else comes and goes.
  @Test func `what a process writes to is resident, and no more once it is given back`() async {
    await #expect(processExitsWith: .success) {
      ResidentMemory.returnLargeBlocks()
      let mebibyte = 1 << 20
      let before = ResidentMemory.bytes
      #expect((mebibyte...1_000 * mebibyte).contains(before))
      let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * mebibyte, alignment: 16)
      // What is not written to is not there.
      #expect(ResidentMemory.bytes - before < 8 * mebibyte)
      block.initializeMemory(as: UInt8.self, repeating: 1)
      let grown = ResidentMemory.bytes - before
      block.deallocate()
      #expect((60 * mebibyte...70 * mebibyte).contains(grown))
      #expect(ResidentMemory.bytes - before < 8 * mebibyte)
    }
  }
}
