import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Reactor

/// What ends a loop, in processes of their own.
@Suite(.timeLimit(.minutes(10))) struct EventLoopFailureTests {
  private func line(_ result: ExitTest.Result?) throws -> String {
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    return text.split(separator: "\n").first { $0.hasPrefix("statusd: ") }.map(String.init) ?? text
  }

  @Test func `a process without descriptors ends with a line and a status`() async throws {
    let result = await #expect(processExitsWith: .exitCode(71), observing: [\.standardErrorContent]) {
      limitDescriptors(to: 3)
      LoopActor.shared.loop.run {}
    }
    #expect(try line(result) == "statusd: eventfd: Too many open files")
  }

  @Test func `a limit of descriptors that sinks below those that are open ends the process`() async throws {
    let result = await #expect(processExitsWith: .exitCode(71), observing: [\.standardErrorContent]) {
      let loop = LoopActor.shared.loop
      _ = loop.run {
        loop.timers.schedule(after: .zero) { limitDescriptors(to: 2) }
        return (0..<3).map { _ in loop.watch(Channel().reader, for: .readable) { _ in } }
      }
    }
    #expect(try line(result) == "statusd: poll: Invalid argument")
  }

  @Test func `a descriptor that was closed and that nobody gives up ends the process`() async throws {
    let result = await #expect(processExitsWith: .exitCode(71), observing: [\.standardErrorContent]) {
      let loop = LoopActor.shared.loop
      _ = loop.run { loop.watch(1_000, for: .readable) { _ in } }
    }
    #expect(try line(result) == "statusd: poll: Bad file descriptor")
  }

  @Test func `the owner of a loop may end it in good order`() async {
    await #expect(processExitsWith: .exitCode(5)) {
      let loop = LoopActor.shared.loop
      let error = Box<SystemError?>(nil)
      let watch = loop.run {
        loop.onFailure = { error.value = $0 }
        return loop.watch(1_000, for: .readable) { _ in }
      }
      withExtendedLifetime(watch) { LoopActor.assumeIsolated { exit(error.value?.errno == EBADF ? 5 : 6) } }
    }
  }

  @Test func `last words are not waited for when nobody reads`() {
    let channel = Channel()
    #expect(LastWords.write("a line", to: channel.writer, within: .seconds(30)))
    #expect(channel.read() == Array("a line\n".utf8))
    _ = channel.fill()
    #expect(!LastWords.write("a line", to: channel.writer, within: .milliseconds(10)))
    channel.closeReader()
    signal(SIGPIPE, SIG_IGN)
    #expect(!LastWords.write("a line", to: channel.writer, within: .seconds(30)))
  }
}
