import CProcess
import Foundation
import TestSupport
import Testing

@testable import Reactor

/// What is known of programs that have ended.
@Suite(.timeLimit(.minutes(10))) struct ChildProcessEndTests {
  private let loop = LoopActor.shared.loop
  private let run = ObservedRun()

  init() {
    EventLoopThread.start()
  }

  /// As a careless parent leaves it: the kernel then forgets children, and their status with them (sigaction(2)).
  @Test func `the end of a program is known, although SIGCHLD was ignored at the start`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      signal(SIGCHLD, SIG_IGN)
      let loop = LoopActor.shared.loop
      let ends = Box<[ChildProcess.Ending]>([])
      _ = try loop.run { () throws(SystemError) in
        try ChildProcess(["sh", "-c", "exit 3"], on: loop) { event in
          guard case .ended(let ending) = event else { return }
          ends.value.append(ending)
          loop.stop()
        }
      }
      LoopActor.assumeIsolated { exit(ends.value == [.exited(status: 3)] ? 0 : 1) }
    }
  }

  @LoopActor @Test func `a second signal kills no number of a program that has ended`() async throws {
    try await run.toEnd("true")
    let group = CInt(try #require(run.process?.id))
    run.process?.end(grace: .zero, timers: TimerQueue(source: ManualTime()))
    await loop.turns { ChildProcess.present[pid_t(group)] == nil }
    #expect(statusd_forget_group(group) == 0)
  }
}
