import CProcess
import Foundation
import TestSupport
import Testing

@testable import Reactor

/// In processes of their own, which the signals end.
@Suite(.timeLimit(.minutes(10))) struct TerminationSignalsTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGPWR])
  func `the first signal comes as an event`(number: CInt) async {
    await #expect(processExitsWith: .exitCode(0)) { [number] in
      let loop = LoopActor.shared.loop
      let received = Box<[CInt]>([])
      _ = try loop.run { () throws(SystemError) in
        let signals = try TerminationSignals(on: loop) {
          received.value.append($0)
          loop.stop()
        }
        kill(getpid(), number)
        return signals
      }
      LoopActor.assumeIsolated { exit(received.value == [number] ? 0 : 1) }
    }
  }

  @Test func `a process that nohup has started stays when the terminal goes`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      signal(SIGHUP, SIG_IGN)
      let loop = LoopActor.shared.loop
      let received = Box<[CInt]>([])
      _ = try loop.run { () throws(SystemError) in
        let signals = try TerminationSignals(on: loop) {
          received.value.append($0)
          loop.stop()
        }
        kill(getpid(), SIGHUP)
        kill(getpid(), SIGTERM)
        return signals
      }
      LoopActor.assumeIsolated { exit(received.value == [SIGTERM] ? 0 : 1) }
    }
  }

  @Test func `the second signal ends a process that hangs, and the commands that it runs`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(128 + SIGTERM), observing: [\.standardOutputContent]
    ) {
      let loop = LoopActor.shared.loop
      _ = try loop.run { () throws(SystemError) in
        let signals = try TerminationSignals(on: loop) { _ in }
        let words = ["sh", "-c", "trap '' TERM; echo ready; exec sleep 600"]
        let command = Box<ChildProcess?>(nil)
        command.value = try ChildProcess(words, on: loop) { _ in
          print("command \(command.value?.id ?? 0)")
          fflush(nil)
          // The second comes while the loop hangs: nobody reads the pipe.
          raise(SIGTERM)
          try? DetachedThread.start { kill(getpid(), SIGTERM) }
          let channel = Channel()
          let bytes = [UInt8](repeating: 0, count: 1_000_000)
          _ = write(channel.writer, bytes, bytes.count)
          _ = write(channel.writer, bytes, bytes.count)
        }
        return signals
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let id = try #require(output.firstMatch(of: /command ([0-9]+)/).flatMap { Int($0.1) })
    while isRunning(id), !Task.isCancelled { sched_yield() }
    #expect(!isRunning(id))
  }

  @Test func `a process that dies of a signal ends its commands first`() async throws {
    let result = await #expect(processExitsWith: .signal(SIGUSR1), observing: [\.standardOutputContent]) {
      let loop = LoopActor.shared.loop
      _ = try loop.run { () throws(SystemError) in
        let signals = try TerminationSignals(on: loop) {
          TerminationSignals.die(of: $0, grace: .milliseconds(10))
        }
        let words = ["sh", "-c", "trap '' TERM; echo ready; exec sleep 600"]
        let command = Box<ChildProcess?>(nil)
        command.value = try ChildProcess(words, on: loop) { _ in
          print("command \(command.value?.id ?? 0)")
          fflush(nil)
          kill(getpid(), SIGUSR1)
        }
        return signals
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let id = try #require(output.firstMatch(of: /command ([0-9]+)/).flatMap { Int($0.1) })
    while isRunning(id), !Task.isCancelled { sched_yield() }
    #expect(!isRunning(id))
  }

  /// - Parameter others: Groups that run before; their numbers are larger than any that the kernel gives out.
  @Test(arguments: [1_023, 1_024])
  func `a second signal ends 1,024 commands, and not one more`(others: Int) async throws {
    let fifo = try Fifo()
    let path = fifo.path
    let result = await #expect(
      processExitsWith: .exitCode(128 + SIGTERM), observing: [\.standardOutputContent]
    ) { [others, path = path as String] in
      let loop = LoopActor.shared.loop
      _ = try loop.run { () throws(SystemError) in
        let signals = try TerminationSignals(on: loop) { _ in }
        for number in 0..<others { statusd_note_group(CInt(1 << 30 + number)) }
        let script =
          "exec 9>\(path); trap '' TERM; trap 'echo alive >&9; kill -9 0' USR1; echo ready; sleep 600 & wait"
        let command = Box<ChildProcess?>(nil)
        command.value = try ChildProcess(["sh", "-c", script], on: loop) { _ in
          print("command \(command.value?.id ?? 0)")
          fflush(nil)
          raise(SIGTERM)
          raise(SIGTERM)
        }
        return signals
      }
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let id = try #require(output.firstMatch(of: /command ([0-9]+)/).flatMap { pid_t($0.1) })
    if others == 1_024 { kill(id, SIGUSR1) }
    // The end of the pipe comes when nothing of the group is left.
    #expect(try fifo.line() == (others == 1_024 ? "alive" : nil))
  }
}
