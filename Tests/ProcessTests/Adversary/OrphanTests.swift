import Foundation
import TestSupport
import Testing

/// A daemon to which the system gives the children of others.
struct OrphanTests {
  /// What a program leaves behind: a process of its group, which is ended with it, and one of a session of its own.
  private static let script = "sleep 600 & setsid true & echo '[]'"

  @Test(.enabled(if: Launchers.canMakeNamespaces, "this machine makes no namespaces"))
  func `as the first process it leaves no zombies`() throws {
    try expectNoZombies(Launchers.asFirstProcess) { launcher in
      try #require(children(of: launcher).first)
    }
  }

  @Test func `as a subreaper it leaves no zombies`() throws {
    try expectNoZombies(Launchers.asSubreaper) { $0 }
  }

  private func expectNoZombies(_ launcher: [String], daemonOf: (Int32) throws -> Int32) throws {
    let script = try TemporaryFile(Self.script)
    let daemon = try DaemonProcess(["--menu", "command:sh \(script.path)"], launcher: launcher)
    for _ in 1...10 { #expect(try daemon.call("fetchMenu").error == nil) }
    let process = try daemonOf(daemon.pid)
    // The last of them may be about to end, for as long as it gets no processor. Only turns in which none can run count.
    var (turns, left) = (0, children(of: process))
    while !left.isEmpty, turns < 5_000 {
      _ = try daemon.call("getState")
      if !left.map(state).contains("R") { turns += 1 }
      left = children(of: process)
    }
    #expect(left.map(state) == [])
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  private func children(of process: Int32) -> [Int32] {
    let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  /// A letter, proc(5): Z for a zombie.
  private func state(_ process: Int32) -> String {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.split(separator: " ").first.map(String.init) ?? "gone"
  }
}
