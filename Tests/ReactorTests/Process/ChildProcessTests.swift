import Foundation
import TestSupport
import Testing

@testable import Reactor

/// Programs and what they start, with real ones.
@Suite(.timeLimit(.minutes(10))) struct ChildProcessTests {
  private let loop = LoopActor.shared.loop
  private let run = ObservedRun()

  init() {
    EventLoopThread.start()
  }

  // MARK: Running

  @LoopActor @Test func `what a program writes is told, and how it ends`() async throws {
    try await run.toEnd("sh", "-c", "echo out; echo err >&2; exit 3")
    #expect(run.output == "out\n")
    #expect(run.errors == "err\n")
    #expect(run.ending == .exited(status: 3))
  }

  @LoopActor @Test func `a signal that ends a program is told`() async throws {
    try await run.toEnd("sh", "-c", "kill -9 $$")
    #expect(run.ending == .signal(Int(SIGKILL)))
  }

  @LoopActor @Test func `arguments arrive as they are`() async throws {
    let words = ["", " a  b ", "$HOME", "*", "'\"\\", "é\n"]
    try await run.toEnd(["printf", "[%s]"] + words)
    #expect(run.output == words.map { "[\($0)]" }.joined())
  }

  @LoopActor
  @Test(arguments: [
    (["/proc/nonexistent/program"], ENOENT), (["no-such-program-anywhere"], ENOENT),
    (["/etc/passwd"], EACCES), (["/tmp"], EACCES), (["/etc/passwd/program"], ENOTDIR),
  ])
  func `a program that cannot be started says why`(words: [String], errno: CInt) {
    let error = #expect(throws: SystemError.self) { try ChildProcess(words, on: loop) { _ in } }
    #expect(error?.errno == errno)
  }

  /// Of such a folder posix_spawnp(3) says EACCES, as of a program that may not be executed.
  @Test func `a folder of PATH that may not be entered hides no program, and makes none up`() async throws {
    let closed = try ClosedFolder()
    await #expect(processExitsWith: .success) { [path = closed.path as String] in
      setenv("PATH", "\(path)/folder:\(path)", 1)
      dropPrivileges()
      let loop = LoopActor.shared.loop
      loop.run {
        for (program, code) in [("no-such-program-anywhere", ENOENT), ("file", EACCES)] {
          let error = #expect(throws: SystemError.self) { try ChildProcess([program], on: loop) { _ in } }
          #expect(error?.errno == code, "\(program)")
        }
        setenv("PATH", "\(path)/folder:/usr/bin:/bin", 1)
        #expect(throws: Never.self) { try ChildProcess(["true"], on: loop) { _ in } }
        loop.stop()
      }
    }
  }

  // MARK: What a program has

  @LoopActor @Test func `a program has its three streams and no other descriptor`() async throws {
    // One that a careless parent left open for all its children.
    let inherited = dup(STDERR_FILENO)
    defer { close(inherited) }
    try #require(fcntl(inherited, F_GETFD) & FD_CLOEXEC == 0)
    try await run.toEnd("sh", "-c", "readlink /proc/$$/fd/0; ls /proc/$$/fd")
    #expect(run.output == "/dev/null\n0\n1\n2\n")
  }

  @LoopActor @Test func `a program has signals as a shell leaves them`() async throws {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGWINCH)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    defer { pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
    try await run.toEnd("sed", "-n", "s/^Sig\\(Blk\\|Ign\\):\t//p", "/proc/self/status")
    let masks = run.output.split(separator: "\n").map { UInt64($0, radix: 16) ?? .max }
    // 32 and 33 are the C library's own, which it sets when it needs them.
    let internals: UInt64 = 0b11 << 31
    #expect(masks.map { $0 & ~internals } == [0, 0])
  }

  @LoopActor @Test func `a program leads a session, and has no terminal`() async throws {
    try await run.toEnd("cut", "-d ", "-f", "1,5-7", "/proc/self/stat")
    let id = try #require(run.process?.id)
    #expect(run.output == "\(id) \(id) \(id) 0\n")
  }

  // MARK: Ending

  /// A program and one that it started, which both say their process ids; the signal is ignored by whom.
  private func pair(leader: String = "", other: String = "") -> [String] {
    // The other first: what a shell ignores, those that it starts ignore as well.
    let script = "sh -c '\(other) echo $$; exec sleep 600' & \(leader) echo $$; exec sleep 600"
    return ["sh", "-c", script]
  }

  @LoopActor @Test func `a program is ended with what it has started`() async throws {
    let timers = TimerQueue(source: ManualTime())
    try await run.start(pair())
    let ids = await run.numbers(2)
    let leader = try #require(run.process?.id)
    #expect(ids.contains(leader) && ChildProcess.present[pid_t(leader)] != nil)
    run.process?.end(grace: .seconds(2), timers: timers)
    await loop.turns { !ids.contains(where: isRunning) }
    // One that has ended and that its new parent has not reaped yet still counts, until the grace is over.
    timers.advance(by: .seconds(2))
    await loop.turns { ChildProcess.present[pid_t(leader)] == nil }
    #expect(ChildProcess.present[pid_t(leader)] == nil)
    #expect(run.ending == nil, "nothing is told any more")
  }

  @LoopActor
  @Test(arguments: [("trap \"\" TERM;", ""), ("", "trap \"\" TERM;"), ("trap \"\" TERM;", "trap \"\" TERM;")])
  func `who does not end when asked to is made to`(leader: String, other: String) async throws {
    let timers = TimerQueue(source: ManualTime())
    try await run.start(pair(leader: leader, other: other))
    let ids = await run.numbers(2)
    run.process?.end(grace: .seconds(2), timers: timers)
    // Those who are asked and do not mind have gone.
    await loop.turns {
      ids.count(where: isRunning) <= (leader + other).components(separatedBy: "trap").count - 1
    }
    timers.advance(by: .milliseconds(1_999))
    #expect(ids.contains(where: isRunning))
    timers.advance(by: .milliseconds(1))
    await loop.turns { !ids.contains(where: isRunning) }
    await loop.turns { ChildProcess.present[pid_t(run.process?.id ?? 0)] == nil }
  }

  @LoopActor @Test func `once a program has gone, nothing is killed later, whose number it may be by then`()
    async throws
  {
    let timers = TimerQueue(source: ManualTime())
    try await run.start(["sh", "-c", "echo $$; exec sleep 600"])
    _ = await run.numbers(1)
    run.process?.end(grace: .seconds(2), timers: timers)
    #expect(timers.timeToNext == .seconds(2))
    await loop.turns { ChildProcess.present[pid_t(run.process?.id ?? 0)] == nil }
    #expect(timers.timeToNext == nil)
  }

  @LoopActor @Test func `what a program leaves behind is ended with the run`() async throws {
    try await run.start(["sh", "-c", "sh -c 'echo $$; exec sleep 600' &"])
    let ids = await run.numbers(1)
    await loop.turns { run.ending != nil }
    #expect(ids.contains(where: isRunning))
    run.process?.end(grace: .seconds(2), timers: TimerQueue(source: ManualTime()))
    await loop.turns { !ids.contains(where: isRunning) }
  }

  @LoopActor @Test func `a writer is not read any more once the run is ended`() async throws {
    try await run.start(["sh", "-c", "trap \"\" TERM; echo $$; exec yes"])
    let ids = await run.numbers(1)
    run.process?.end(grace: .seconds(600), timers: TimerQueue(source: ManualTime()))
    // By SIGPIPE.
    await loop.turns { !ids.contains(where: isRunning) }
  }

  @Test func `a thousand runs leave no descriptor, no zombie and nothing in memory`() async {
    await #expect(processExitsWith: .success) {
      let loop = LoopActor.shared.loop
      loop.run { ManyRuns(1_000, on: loop).next() }
      let left = LoopActor.assumeIsolated { ChildProcess.present.count }
      #expect(left == 0)
      #expect(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
    }
  }

  @Test func `all that runs is ended with the process`() async {
    await #expect(processExitsWith: .success) {
      let loop = LoopActor.shared.loop
      let ids = Box<[Int]>([])
      loop.run {
        for trap in ["", "trap \"\" TERM;"] {
          _ = try? ChildProcess(["sh", "-c", "\(trap) echo ready; exec sleep 600"], on: loop) { event in
            guard case .output = event else { return }
            ids.value.append(0)
            if ids.value.count == 2 { loop.stop() }
          }
        }
      }
      LoopActor.assumeIsolated {
        let running = ChildProcess.present.values.map(\.id)
        #expect(running.count == 2)
        ChildProcess.endAll(grace: .milliseconds(50))
        for id in running { waitpid(pid_t(id), nil, 0) }
        #expect(ChildProcess.present.isEmpty)
      }
    }
  }
}

/// Runs of a program, one after the other, which end as attempts do.
@LoopActor
private final class ManyRuns {
  private var left: Int
  private let loop: EventLoop
  private let timers = TimerQueue(source: ManualTime())
  private var process: ChildProcess?
  private let descriptors: Int

  init(_ count: Int, on loop: EventLoop) {
    left = count
    self.loop = loop
    descriptors = Self.openDescriptors
  }

  func next() {
    left -= 1
    process = try? ChildProcess(["true"], on: loop) { [self] event in
      guard case .ended = event else { return }
      process?.end(grace: .seconds(2), timers: timers)
      guard left > 0 else {
        // The test's own process opens a few meanwhile; one that a run left would be here a thousand times.
        #expect(Self.openDescriptors < descriptors + 10)
        return loop.stop()
      }
      next()
    }
    #expect(process != nil)
  }

  private static var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
  }
}

/// What comes of one run.
@LoopActor
final class ObservedRun {
  private(set) var process: ChildProcess?
  private(set) var output = ""
  private var lineCount = 0
  private(set) var errors = ""
  private(set) var ending: ChildProcess.Ending?
  private var ends = 0

  nonisolated init() {}

  func start(_ words: [String]) async throws {
    process = try ChildProcess(words, on: LoopActor.shared.loop) { [weak self] in self?.note($0) }
  }

  /// Starts a program and waits until it and its pipes have ended.
  func toEnd(_ words: String...) async throws {
    try await toEnd(words)
  }

  func toEnd(_ words: [String]) async throws {
    try await start(words)
    await LoopActor.shared.loop.turns { ending != nil && ends == 2 }
    process?.end(grace: .seconds(2), timers: TimerQueue(source: ManualTime()))
    #expect(ChildProcess.present[pid_t(process?.id ?? 0)] == nil)
  }

  /// The lines of the output, once there are so many, as numbers.
  func numbers(_ count: Int) async -> [Int] {
    await LoopActor.shared.loop.turns { lineCount >= count }
    return output.split(separator: "\n").prefix(count).compactMap { Int($0) }
  }

  private func note(_ event: ChildProcess.Event) {
    switch event {
    case .output(let bytes):
      // Of a program that writes for ever the start is enough.
      guard lineCount < 100 else { return }
      let start = bytes.prefix(1_000)
      lineCount += start.count { $0 == UInt8(ascii: "\n") }
      output += String(decoding: start, as: UTF8.self)
    case .errors(let bytes): errors += String(decoding: bytes, as: UTF8.self)
    case .outputEnded, .errorsEnded: ends += 1
    case .ended(let ending): self.ending = ending
    }
  }
}

/// Whether a process exists and is no zombie, which nobody may have reaped yet.
func isRunning(_ id: Int) -> Bool {
  guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
  return stat.split(separator: ")").last?.dropFirst().first != "Z"
}
