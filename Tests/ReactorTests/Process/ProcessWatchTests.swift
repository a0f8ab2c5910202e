import Glibc
import TestSupport
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct ProcessWatchTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  /// A process that waits for its standard input to end.
  private static func child(_ input: Channel) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input.reader, 0)
    posix_spawn_file_actions_addclose(&actions, input.writer)
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("cat"), nil]
    precondition(posix_spawn(&process, "/bin/cat", &actions, nil, &arguments, nil) == 0, "no child")
    return process
  }

  @LoopActor @Test func `the end of a process is told, once`() async {
    let input = Channel()
    let child = Self.child(input)
    let ends = Box(0)
    let watch = ProcessWatch(Int(child), on: loop) { ends.value += 1 }
    #expect(watch != nil)
    await loop.nextTurn()
    #expect(ends.value == 0)
    input.closeWriter()
    await loop.turns { ends.value > 0 }
    await loop.nextTurn()
    #expect(ends.value == 1)
    waitpid(child, nil, 0)
  }

  @LoopActor @Test(arguments: [0, -1, Int.max, Int.min, 4_194_305])
  func `a process that is not there is not watched`(process: Int) {
    #expect(ProcessWatch(process, on: loop) {} == nil)
  }

  @Test func `a watch that is let go gives back its descriptor`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let loop = LoopActor.shared.loop
      loop.run {
        // More than there can be descriptors.
        limitDescriptors(to: 100)
        for _ in 0..<200 where ProcessWatch(ProcessWatch.parent, on: loop, ended: {}) == nil { exit(1) }
        exit(0)
      }
    }
  }

  @LoopActor @Test func `the parent is known`() {
    #expect(ProcessWatch.parent == Int(getppid()))
  }
}
