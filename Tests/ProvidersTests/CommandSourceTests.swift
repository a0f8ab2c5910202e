import Foundation
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Reactor

/// Programs as sources.
@Suite(.timeLimit(.minutes(10))) struct CommandSourceTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  private func fetched(_ words: String..., bodyBytes: Int = 1_000) async -> Result<SourceResponse, Problem> {
    let command = Command(program: words[0], arguments: Array(words.dropFirst()))
    return await ProvidersTests.fetched { CommandSource(command, bodyBytes: bodyBytes) }
  }

  @Test func `what a program writes is the body`() async {
    #expect(await fetched("printf", "[1, %s]", "2").text == "[1, 2]")
  }

  @Test func `a program has the daemon's environment`() async {
    #expect(
      await fetched("printenv", "PATH").text == ProcessInfo.processInfo.environment["PATH"].map { $0 + "\n" })
  }

  @Test(arguments: [
    ("/proc/nonexistent/show", "notFound", "There is no program /proc/nonexistent/show."),
    ("/etc/no-such-program", "notFound", "There is no program /etc/no-such-program."),
    ("no-such-program", "notFound", "There is no program no-such-program in PATH."),
    ("/etc/passwd", "notExecutable", "/etc/passwd cannot be executed (Permission denied)."),
  ])
  func `a program that cannot be started is commandFailed`(
    program: String, reason: String, explanation: String
  ) async {
    let problem = await fetched(program, "s3cret").problem
    #expect(problem?.kind == .commandFailed)
    #expect(problem?.detail.reason == reason)
    #expect(problem?.explanation?.english == explanation)
    #expect(problem?.detail.url == "command:\(program)")
  }

  /// Where the space behind the program was lost.
  @Test(arguments: [
    ("/bin/sh--token=s3cret", "sh…"), ("/bin/sh --token=s3cret", "sh…"), ("--token=s3cret", "…"),
    ("/bin/printenvs3cret", "/bin/printenv…"),
    ("/bin/printenvs3cret/path", "/bin/printenv…"), ("printenvs3cret", "printenv…"),
    ("printenv-ume:s3cret", "printenv…"), ("printenvhttps://me:s3cret@host/", "printenv…"),
    ("printenv/s3cret", "printenv…"), ("fetchhttps://me:s3cret@host/", "fetchhttps…"),
    ("/opt/a=b/fetch", "a…"), ("/bin/printenv" + String(repeating: "s3cret", count: 30), "/bin/printenv…"),
  ])
  func `of a program nothing is shown that may be an argument`(program: String, shown: String) async {
    let problem = await fetched(program).problem
    #expect(problem?.detail.reason == "notFound" && problem?.detail.url == "command:\(shown)")
    #expect(problem?.explanation?.english.hasPrefix("There is no program \(shown)") == true)
  }

  @Test(arguments: [
    ("#!/proc/nonexistent/interpreter\n", "names an interpreter that does not exist."),
    ("no program at all", "cannot be executed (Exec format error)."),
  ])
  func `a file that is no program is not executable`(text: String, explanation: String) async throws {
    let file = try TemporaryFile(text)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    // Another test's child may for a moment hold the file as it was written.
    var problem: Problem?
    repeat { problem = await fetched(file.path).problem } while problem?.detail.errno == Int(ETXTBSY)
    #expect(problem?.detail.reason == "notExecutable")
    #expect(problem?.explanation?.english == "\(file.path) \(explanation)")
  }

  @Test func `an exit status is told with the last line of stderr, and no argument`() async {
    let problem = await fetched("sh", "-c", "echo one >&2; echo \"no $1 there\" >&2; exit 3", "sh", "s3cret")
      .problem
    #expect(problem?.kind == .commandFailed)
    #expect(problem?.detail.reason == "exitStatus")
    #expect(problem?.detail.exitStatus == 3)
    #expect(problem?.detail.stderr == "no *** there")
    #expect(problem?.explanation?.english == "sh ended with status 3: no *** there.")
    #expect(problem?.detail.url == "command:sh")
  }

  @Test func `a signal is told`() async {
    let problem = await fetched("sh", "-c", "kill -TERM $$").problem
    #expect(problem?.detail.reason == "signal")
    #expect(problem?.detail.signal == Int(SIGTERM))
  }

  @Test func `a program that writes nothing is missing data`() async {
    #expect(await fetched("true").problem?.kind == .missingData)
  }

  @Test func `a large value comes whole`() async {
    let reply = await fetched("head", "-c", "1000000", "/dev/zero", bodyBytes: 1_000_000)
    #expect(reply.text?.utf8.count == 1_000_000)
  }

  @Test func `a program that writes for ever is ended at the limit`() async {
    let problem = await fetched("yes", bodyBytes: 100_000).problem
    #expect(problem?.kind == .bodyTooLarge)
    #expect(problem?.detail.limit == 100_000)
  }

  @Test func `a flood of errors is read, and its last line told`() async {
    let problem = await fetched("sh", "-c", "seq 100000 >&2; exit 1").problem
    #expect(problem?.detail.stderr == "100000")
  }

  @LoopActor @Test func `a pipe that another holds open is waited for, but not for long`() async {
    let timers = TimerQueue(source: ManualTime())
    let command = Command(program: "sh", arguments: ["-c", "sleep 600 & echo 1"])
    let outcome = Box<Result<SourceResponse, Problem>?>(nil)
    _ = CommandSource(command, timers: timers).fetch(SourceRequest()) { outcome.value = $0 }
    // The timer is set when the program has ended.
    await loop.turns { timers.count == 1 }
    #expect(outcome.value == nil)
    while outcome.value == nil {
      timers.advance(by: CommandSource.restGrace)
      await loop.nextTurn()
    }
    #expect(outcome.value?.text == "1\n")
    // The output may have come before the end of the program was told, or after.
    #expect(timers.now.sinceOrigin <= CommandSource.restGrace * 2)
  }

  @LoopActor @Test(arguments: [true, false])
  func `a run that nobody waits for is ended, with what it has started`(expires: Bool) async throws {
    let ids = try TemporaryFile("")
    let script = "sh -c 'echo $$; exec sleep 600' & echo $$; wait"
    let command = Command(program: "sh", arguments: ["-c", "(\(script)) >\"$1\"", "sh", ids.path])
    var told = 0
    let attempt = CommandSource(command).fetch(SourceRequest()) { _ in told += 1 }
    let numbers = { (try? String(contentsOfFile: ids.path, encoding: .utf8))?.split(separator: "\n") ?? [] }
    await loop.turns { numbers().count == 2 }
    if expires {
      let problem = attempt.expire()
      #expect(problem.kind == .commandFailed)
      #expect(problem.detail.reason == "timeout")
      #expect(problem.detail.url == "command:sh")
    } else {
      attempt.cancel()
    }
    await loop.turns { !numbers().contains { isRunning(String($0)) } }
    attempt.cancel()
    #expect(told == 0)
  }

  @LoopActor @Test func `the completion is never called from within fetch`() async {
    for program in ["true", "/proc/nonexistent"] {
      var hasReturned = false
      let isLater = await withCheckedContinuation { continuation in
        _ = CommandSource(Command(program: program)).fetch(SourceRequest()) { _ in
          continuation.resume(returning: hasReturned)
        }
        hasReturned = true
      }
      #expect(isLater)
    }
  }

  @Test func `many run side by side`() async {
    let texts = await withTaskGroup { group in
      for number in 1...50 { group.addTask { await self.fetched("echo", "\(number)").text } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.compactMap(\.self).count == 50 && Set(texts).count == 50)
  }
}

/// Whether a process exists and is no zombie.
private func isRunning(_ id: String) -> Bool {
  guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return false }
  return stat.split(separator: ")").last?.dropFirst().first != "Z"
}
