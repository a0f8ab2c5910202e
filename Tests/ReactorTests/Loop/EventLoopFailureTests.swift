import Foundation
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

  @Test func `a limit of descriptors that sinks below those that are open changes nothing`() async throws {
    await #expect(processExitsWith: .exitCode(5)) {
      let loop = LoopActor.shared.loop
      _ = loop.run {
        let channel = Channel()
        loop.timers.schedule(after: .zero) {
          limitDescriptors(to: 2)
          channel.write("x")
        }
        return loop.watch(channel.reader, for: .readable) { _ in exit(5) }
      }
    }
  }

  @Test func `a loop that cannot wait ends the process`() async throws {
    let result = await #expect(processExitsWith: .exitCode(71), observing: [\.standardErrorContent]) {
      // libdispatch has one as well, and ends the process in its own way when that is gone.
      let others = epollInstances()
      LoopActor.shared.loop.run {
        // Whoever closes descriptors that are not its own.
        for instance in epollInstances().subtracting(others) { close(instance) }
      }
    }
    #expect(try line(result) == "statusd: epoll_wait: Bad file descriptor")
  }

  @Test func `a watch that finds its descriptor closed ends the process`() async throws {
    let result = await #expect(processExitsWith: .exitCode(71), observing: [\.standardErrorContent]) {
      let loop = LoopActor.shared.loop
      _ = loop.run {
        let channel = Channel()
        let watch = loop.watch(channel.reader, for: .readable) { _ in }
        channel.closeReader()
        watch.events = .writable
        return watch
      }
    }
    #expect(try line(result) == "statusd: epoll_ctl: Bad file descriptor")
  }

  @Test func `a descriptor that was closed and that nobody gives up ends the process`() async throws {
    let result = await #expect(processExitsWith: .exitCode(71), observing: [\.standardErrorContent]) {
      let loop = LoopActor.shared.loop
      _ = loop.run { loop.watch(1_000, for: .readable) { _ in } }
    }
    #expect(try line(result) == "statusd: epoll_ctl: Bad file descriptor")
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

/// The descriptors of this process that are instances of epoll(7).
private func epollInstances() -> Set<CInt> {
  Set(
    (3..<1_024).filter { descriptor in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return target == "anon_inode:[eventpoll]"
    })
}
