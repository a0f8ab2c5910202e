import CProcess
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Reactor

/// What the watch has reported, in the process of a test.
private enum Seen {
  static let turns = Mutex<[LoopWatch.HeldTurn]>([])
  static let hasTurn = Atomic<Bool>(false)

  /// Turns in the calling process until `body` ends it; the watch prints what it sees.
  static func turn(_ body: @escaping @LoopActor (EventLoop) throws -> Void) throws {
    let loop = LoopActor.shared.loop
    _ = try loop.run { () throws(SystemError) in
      let signals = try TerminationSignals(on: loop) { _ in }
      try LoopWatch.start { turn in
        turns.withLock { $0.append(turn) }
        hasTurn.store(true, ordering: .releasing)
        print("\(turn.phase), \(turn.resource ?? "none"), \(turn.isEnd ? "ends" : "goes on")")
        fflush(nil)
      }
      loop.onNextTurn {
        do { try body(loop) } catch { exit(99) }
      }
      return signals
    }
  }

  /// Takes processor time, and returns when a turn was reported.
  static func waitForTurn() {
    while !hasTurn.load(ordering: .acquiring) {}
  }

  /// Takes so much processor time.
  static func burn(_ milliseconds: Int) {
    let end = processorMilliseconds + milliseconds
    while processorMilliseconds < end {}
  }

  static var processorMilliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }

  /// Many turns, of 20 ms each and of two seconds together.
  @LoopActor static func turnShortly(on loop: EventLoop) {
    guard processorMilliseconds < 2_000 else { exit(hasTurn.load(ordering: .acquiring) ? 1 : 0) }
    burn(20)
    loop.onNextTurn { turnShortly(on: loop) }
  }
}

/// In processes of their own, some of which the watch ends.
@Suite(.timeLimit(.minutes(10))) struct LoopWatchTests {
  private static func output(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
  }

  @Test func `a turn of more than a second is reported once, with what it does and for which resource`()
    async throws
  {
    let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      try Seen.turn { _ in
        LoopPhase.enter("decoding", of: "menu")
        Seen.waitForTurn()
        // As long again: it is not reported twice.
        Seen.burn(1_200)
        let turns = Seen.turns.withLock(\.self)
        exit(turns.count == 1 && turns[0].time >= .milliseconds(900) ? 0 : 1)
      }
    }
    #expect(try Self.output(of: result) == "decoding, menu, goes on\n")
  }

  @Test func `a name that is long is cut, and another phase has no resource`() async throws {
    let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      try Seen.turn { _ in
        LoopPhase.enter("decoding", of: String(repeating: "n", count: 1_000))
        Seen.waitForTurn()
        Seen.hasTurn.store(false, ordering: .releasing)
        LoopActor.shared.loop.onNextTurn {
          LoopPhase.enter("reading messages")
          Seen.waitForTurn()
          exit(0)
        }
      }
    }
    let name = String(repeating: "n", count: 71)
    #expect(try Self.output(of: result) == "decoding, \(name), goes on\nreading messages, none, goes on\n")
  }

  @Test func `many short turns are none that lasts`() async throws {
    await #expect(processExitsWith: .exitCode(0)) {
      try Seen.turn { loop in
        Seen.turnShortly(on: loop)
      }
    }
  }

  @Test func `a signal ends a loop that hangs within a second, and the commands that it runs`() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(128 + SIGTERM), observing: [\.standardOutputContent]
    ) {
      try Seen.turn { loop in
        let words = ["sh", "-c", "trap '' TERM; echo ready; exec sleep 600"]
        let command = Box<ChildProcess?>(nil)
        command.value = try ChildProcess(words, on: loop) { _ in
          print("command \(command.value?.id ?? 0)")
          LoopPhase.enter("decoding", of: "menu")
          raise(SIGTERM)
          while true {}
        }
      }
    }
    let output = try Self.output(of: result)
    #expect(output.contains("\ndecoding, menu, ends\n"))
    let id = try #require(output.firstMatch(of: /command ([0-9]+)/).flatMap { Int($0.1) })
    while kill(pid_t(id), 0) == 0, !Task.isCancelled { sched_yield() }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends a loop that waits in a system call`(number: CInt) async throws {
    let result = await #expect(
      processExitsWith: .exitCode(128 + number), observing: [\.standardOutputContent]
    ) { [number] in
      try Seen.turn { _ in
        let channel = Channel()
        let bytes = [UInt8](repeating: 0, count: 1_000_000)
        raise(number)
        // Nobody reads the pipe.
        while true { _ = write(channel.writer, bytes, bytes.count) }
      }
    }
    #expect(try Self.output(of: result) == ", none, ends\n")
  }

  @Test func `a signal that the loop has taken ends nothing`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      try Seen.turn { loop in
        raise(SIGTERM)
        // The loop waits meanwhile, as for the responses that are still due.
        _ = loop.timers.schedule(after: .milliseconds(1_500)) { exit(0) }
      }
    }
  }

  @Test func `the end of a process that is watched ends a loop that hangs`() async {
    await #expect(processExitsWith: .exitCode(1)) {
      try Seen.turn { loop in
        let other = try ChildProcess(["sleep", "600"], on: loop) { _ in }
        let watch = ProcessWatch(other.id, on: loop) { exit(2) }
        kill(pid_t(other.id), SIGKILL)
        withExtendedLifetime(watch) { while true {} }
      }
    }
  }

  @Test func `a process that is no longer watched does not matter`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      try Seen.turn { loop in
        let other = try ChildProcess(["sleep", "600"], on: loop) { _ in }
        var watch = ProcessWatch(other.id, on: loop) { exit(2) }
        withExtendedLifetime(watch) {}
        watch = nil
        kill(pid_t(other.id), SIGKILL)
        Seen.waitForTurn()
        Seen.burn(500)
        exit(0)
      }
    }
  }

  @Test func `what is done after the loop may take its time`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      try Seen.turn { $0.stop() }
      LoopWatch.stop()
      raise(SIGTERM)
      Seen.burn(1_500)
      exit(Seen.hasTurn.load(ordering: .acquiring) ? 1 : 0)
    }
  }
}
