import Reactor
import TestSupport
import Testing

@testable import StatusServer

@Suite struct ProcessFiguresTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `the system is asked once in a turn, and anew in the next`() async {
    let loop = LoopActor.shared.loop
    let asked = Box(0)
    let process = ProcessFigures(loop) {
      asked.value += 1
      return ProcessFigures.Figures(residentMemory: asked.value * 4_096, openDescriptors: asked.value)
    }
    #expect(process.now.openDescriptors == 1 && process.now.residentMemory == 4_096)
    await loop.nextTurn()
    #expect(process.now.openDescriptors == 2 && process.now.residentMemory == 8_192)
    #expect(asked.value == 2)
  }
}
