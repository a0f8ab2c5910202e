import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Providers

/// Programs that are run for what they do.
@Suite struct CommandEffectTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  private func problem(_ words: String..., environment: EnvironmentChanges? = nil) async -> Problem? {
    let command = Command(program: words[0], arguments: Array(words.dropFirst()))
    let source = CommandSource(command, bodyBytes: 10, environment: environment)
    return await withCheckedContinuation { continuation in
      _ = source.run { continuation.resume(returning: $0) }
    }
  }

  @Test(arguments: ["exit 0", "echo more than ten bytes", "head -c 1000000 /dev/zero"])
  func `a program with status 0 has done it`(script: String) async {
    #expect(await problem("sh", "-c", script) == nil)
  }

  @Test func `a program with another status has failed, with its last words`() async {
    let problem = await problem("sh", "-c", "echo in vain >&2; exit 3")
    #expect(problem?.kind == .commandFailed && problem?.detail.exitStatus == 3)
    #expect(problem?.detail.stderr == "in vain" && problem?.detail.url == "command:sh")
  }

  @Test func `a program that is missing has failed`() async {
    #expect(await problem("/proc/nonexistent/program")?.detail.reason == "notFound")
  }

  @Test func `variables are set and replaced`() async {
    let changes = EnvironmentChanges(setting: ["HOME": "here", "STATUSD_TEST": "a=b c"])
    let script = #"echo "$HOME, $STATUSD_TEST, ${PATH:+PATH}" >&2; exit 1"#
    #expect(await problem("sh", "-c", script, environment: changes)?.detail.stderr == "here, a=b c, PATH")
  }

  @Test func `a variable that is removed is not there`() async {
    let changes = EnvironmentChanges(removing: ["PATH"])
    let removed = await problem("/usr/bin/printenv", "PATH", environment: changes)
    #expect(removed?.detail.exitStatus == 1)
    #expect(await problem("/usr/bin/printenv", "PATH", environment: EnvironmentChanges()) == nil)
    #expect(await problem("/usr/bin/printenv", "PATH") == nil)
  }
}
