import Glibc
import TestSupport
import Testing

@testable import Reactor

/// In a process of its own, since all children are looked at.
@Suite(.timeLimit(.minutes(10))) struct OrphanReaperTests {
  init() {
    EventLoopThread.start()
  }

  @Test func `strangers are reaped, and what was started here reports its end`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let loop = LoopActor.shared.loop
      let ends = Box<[ChildProcess.Ending]>([])
      _ = loop.run {
        var stranger = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        precondition(posix_spawnp(&stranger, "true", nil, nil, &words, nil) == 0, "no child")
        let run = try? ChildProcess(["sh", "-c", "exit 3"], on: loop) { event in
          if case .ended(let ending) = event { ends.value.append(ending) }
        }
        // Both have ended before anybody looks.
        var info = siginfo_t()
        for id in [stranger, pid_t(run?.id ?? 0)] { waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) }
        OrphanReaper.reap()
        guard kill(stranger, 0) != 0, errno == ESRCH else { exit(2) }
        loop.timers.schedule(after: .zero) { loop.timers.schedule(after: .zero) { loop.stop() } }
        return run
      }
      LoopActor.assumeIsolated { exit(ends.value == [.exited(status: 3)] ? 0 : 1) }
    }
  }

  @LoopActor @Test func `where orphans go to somebody else, there is nothing to do`() throws {
    #expect(try OrphanReaper(on: LoopActor.shared.loop) == nil)
  }
}
