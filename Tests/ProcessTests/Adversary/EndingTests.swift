import Foundation
import Glibc
import TestSupport
import Testing

/// How the process ends when the system, or a person at the keyboard, wants it to.
struct EndingTests {
  /// A source that holds `fifo` open as long as it runs.
  private func running(_ fifo: Fifo) throws -> TemporaryFile {
    try TemporaryFile("exec >\(fifo.path); echo running; exec sleep 600")
  }

  @Test func `SIGHUP drains as SIGTERM does`() throws {
    let daemon = try DaemonProcess()
    try daemon.send(Fixtures.request("refresh"))
    #expect(try daemon.receive().method == "stateChanged")
    daemon.signal(SIGHUP)
    #expect(try daemon.rest().last?.result?["status"] as? String == "loaded")
    #expect(try daemon.wait() == 0)
  }

  @Test(arguments: [SIGQUIT, SIGUSR1, SIGUSR2])
  func `a signal that ends the process ends its commands first`(signal: Int32) throws {
    let fifo = try Fifo()
    let script = try running(fifo)
    let daemon = try DaemonProcess(["--menu", "command:sh \(script.path)"])
    try daemon.send(Fixtures.request("fetchMenu"))
    #expect(try fifo.line() == "running")
    daemon.willNotRespond()
    daemon.signal(signal)
    #expect(try fifo.line() == nil)
    #expect(try daemon.wait() == 128 + signal)
  }

  @Test func `signals that come while a command starts end it too`() throws {
    let folder = try TemporaryFolder()
    let library = folder.path("signals.so")
    try folder.write(Self.signalsAtSpawn, to: "signals.c")
    _ = try Shell.output("clang", ["-shared", "-fPIC", "-o", library, folder.path("signals.c")])
    let daemon = try DaemonProcess(
      ["--menu", "command:sleep 600"], launcher: ["/usr/bin/env", "LD_PRELOAD=\(library)"])
    try daemon.send(Fixtures.request("fetchMenu"))
    daemon.willNotRespond()
    let command = try #require(pid_t(try daemon.errors.line()))
    #expect(try daemon.wait() == 128 + SIGTERM)
    #expect(waitUntilGone(command))
  }

  /// posix_spawnp(3) of a machine on which the two signals come before it returns.
  private static let signalsAtSpawn = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <spawn.h>
    #include <stdio.h>
    #include <unistd.h>
    int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                     const posix_spawnattr_t *attributes, char *const words[], char *const environment[]) {
      typeof(&posix_spawnp) original = (typeof(&posix_spawnp))dlsym(RTLD_NEXT, "posix_spawnp");
      int code = original(process, file, actions, attributes, words, environment);
      dprintf(2, "%d\\n", *process);
      kill(getpid(), SIGTERM);
      kill(getpid(), SIGINT);
      return code;
    }
    """

  @Test func `Ctrl-C of a call ends what its source has started`() throws {
    let fifo = try Fifo()
    let script = try running(fifo)
    let process = try DaemonProcess(["call", "--menu", "command:sh \(script.path)", "fetchMenu"])
    #expect(try fifo.line() == "running")
    process.signal(SIGINT)
    #expect(try fifo.line() == nil)
    #expect(try process.wait() == 128 + SIGINT)
  }

  @Test func `output that cannot be written is a line and status 74`() throws {
    let full = open("/dev/full", O_RDWR | O_CLOEXEC)
    defer { close(full) }
    let daemon = try DaemonProcess(output: .descriptor(full))
    try daemon.send(Fixtures.request("getState"))
    daemon.willNotRespond()
    #expect(try daemon.wait() == 74)
    #expect(try daemon.errors.rest().contains("No space left on device"))
  }

  @Test func `the result of a call that cannot be written is a line and status 74`() throws {
    let full = open("/dev/full", O_RDWR | O_CLOEXEC)
    defer { close(full) }
    let call = try DaemonProcess(["call", "getState"], output: .descriptor(full))
    #expect(try call.wait() == 74)
    #expect(try call.errors.rest() == "statusd: writing: No space left on device\n")
  }

  @Test func `a call whose reader has left has status 0`() throws {
    let pipe = Pipe()
    let writer = dup(pipe.fileHandleForWriting.fileDescriptor)
    defer { close(writer) }
    try pipe.fileHandleForReading.close()
    #expect(try DaemonProcess(["call", "getState"], output: .descriptor(writer)).wait() == 0)
  }

  @Test func `a long advanceClock sees that its reader has left`() throws {
    let daemon = try DaemonProcess(["--clock", "manual", "--seed", "1"])
    _ = try daemon.call("setAutoPolling", "[true, 0.1]")
    try daemon.send(Fixtures.request("advanceClock", id: 2, "[31536000]"))
    daemon.willNotRespond()
    // It has begun when a notification of what happens on the way is there.
    #expect(try daemon.receive().method == "stateChanged")
    daemon.output.close()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a second signal ends a long advanceClock at once`() throws {
    let daemon = try DaemonProcess(["--clock", "manual", "--seed", "1"])
    _ = try daemon.call("setAutoPolling", "[true, 0.1]")
    try daemon.send(Fixtures.request("advanceClock", id: 2, "[31536000]"))
    daemon.willNotRespond()
    #expect(try daemon.receive().method == "stateChanged")
    daemon.signal(SIGTERM)
    daemon.signal(SIGINT)
    let status = try daemon.wait()
    #expect([128 + SIGTERM, 128 + SIGINT].contains(status))
  }

  @Test func `a button pressed as fast as it can be asks a dead server once in 0.3 s`() throws {
    let server = FaultServer(["/menu": [.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]])
    let daemon = try DaemonProcess(["--menu", server.url("/menu")])
    let clock = ContinuousClock()
    let start = clock.now
    let presses = 5
    for _ in 0..<presses { #expect(try daemon.call("fetchMenu").kind == "notFound") }
    // Each press is a fetch, and no press has its failure sooner.
    #expect(server.requests.count == presses)
    #expect(clock.now - start >= .milliseconds(300) * presses)
  }
}
