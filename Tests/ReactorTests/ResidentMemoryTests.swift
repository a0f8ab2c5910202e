import Reactor
import Testing

@Suite struct ResidentMemoryTests {
  @Test func `a process has some memory, and less than the machine`() {
    #expect((1_000_000...100_000_000_000).contains(ResidentMemory.bytes))
  }
}
