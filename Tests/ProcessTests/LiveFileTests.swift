import Foundation
import Glibc
import TestSupport
import Testing

/// Files that are watched while they are polled, by the built binary.
///
/// The interval is so long that no poll helps.
struct LiveFileTests {
  /// A daemon that polls the resource `value` once an hour, after its first value.
  private func daemon(
    _ path: String, interval: Double = 3_600, _ arguments: [String] = []
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(["--resource", "value=file:\(path)"] + arguments)
    _ = try daemon.call("setAutoPolling", #"{"enabled":true,"interval":\#(interval),"resource":"value"}"#)
    return daemon
  }

  private func next(_ number: Int, of daemon: DaemonProcess) throws {
    try daemon.nextSnapshot { ($0["value"] as? [Int]) == [number] && $0["status"] as? String == "loaded" }
  }

  /// How a program saves a file.
  enum Save: String, CaseIterable {
    case truncate = "printf '[2]' > value.json"
    case append = "printf ' ' >> value.json; printf '[2]' > value.json"
    case rename = "printf '[2]' > .value.json.new; mv .value.json.new value.json"
    case backup = "mv value.json value.json~; printf '[2]' > value.json; rm value.json~"
    case hardLink = "printf '[2]' > new; ln -f new value.json; rm new"
    case symlink = "printf '[2]' > new; ln -sf new value.json"
    case slow = "exec 3> value.json; printf '[' >&3; printf 2 >&3; printf ']' >&3"
    case vim = "vim -u NONE -es -c 's/1/2/' -c wq value.json"
    case emacs = "emacs -Q --batch value.json --eval '(replace-regexp \"1\" \"2\")' -f save-buffer"

    /// Whether what saves is installed.
    var isPossible: Bool {
      switch self {
      case .vim: FileManager.default.isExecutableFile(atPath: "/usr/bin/vim")
      case .emacs: FileManager.default.isExecutableFile(atPath: "/usr/bin/emacs")
      default: true
      }
    }
  }

  @Test(arguments: Save.allCases.filter(\.isPossible))
  func `a save is published without a poll`(save: Save) throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try daemon(folder.path("value.json"))
    try next(1, of: daemon)
    try run(save.rawValue, in: folder)
    try next(2, of: daemon)
    // And the file that is there now is watched, too.
    try folder.save("[3]", as: "value.json")
    try next(3, of: daemon)
  }

  private func run(_ script: String, in folder: TemporaryFolder) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script]
    shell.currentDirectoryURL = URL(filePath: folder.path)
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
  }

  @Test func `a file that is removed has failed at once, and its return is published`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try daemon(folder.path("value.json"))
    try next(1, of: daemon)
    try folder.remove("value.json")
    let failed = try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "fileNotFound" && failure["presentation"] as? String == "silent")
    #expect(failure["operation"] as? String == "autoPoll")
    #expect(failed["value"] as? [Int] == [1] && failed["isStale"] as? Bool == true)
    try folder.write("[2]", to: "value.json")
    try next(2, of: daemon)
  }

  @Test func `a directory that comes later is found by a poll`() throws {
    let folder = try TemporaryFolder()
    let daemon = try daemon(folder.path("inner/value.json"), interval: 0.1)
    try daemon.nextSnapshot { $0["status"] as? String == "failed" }
    try run("mkdir inner; printf '[2]' > inner/value.json", in: folder)
    try next(2, of: daemon)
  }

  @Test func `what a symbolic link leads to is found by a poll`() throws {
    let folder = try TemporaryFolder()
    try run("mkdir inner; printf '[1]' > inner/value.json; ln -s inner/value.json value.json", in: folder)
    let daemon = try daemon(folder.path("value.json"), interval: 0.1)
    try next(1, of: daemon)
    try folder.write("[2]", to: "inner/value.json")
    try next(2, of: daemon)
  }

  @Test func `a thousand saves in a row are few reads, and the last is published`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try daemon(folder.path("value.json"), ["--log-level", "debug"])
    try next(1, of: daemon)
    for number in 2...1_000 { try folder.save("[\(number)]", as: "value.json") }
    try next(1_000, of: daemon)
    daemon.closeInput()
    _ = try daemon.rest()
    let reads = try daemon.errors.rest().split(separator: "\n").count { $0.contains("fetched") }
    // Fifty milliseconds of quiet come before each.
    #expect(reads < 100, "\(reads)")
  }

  static let limits = ["max_inotify_watches", "max_inotify_instances"]

  /// A user namespace has limits of its own.
  static func launcher(_ limit: String) -> [String] {
    ["/usr/bin/unshare", "--map-root-user"] + Launchers.shell("echo 0 > /proc/sys/user/\(limit)")
  }

  static let canLimit = limits.allSatisfy { Launchers.succeeds(launcher($0) + ["true"]) }

  @Test(.enabled(if: canLimit, "this machine makes no namespaces"), arguments: limits)
  func `a system without room for watches is one warning, and the files are polled`(limit: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try DaemonProcess(
      [
        "--resource", "value=file:\(folder.path("value.json"))", "--resource",
        "other=file:\(folder.path("x"))",
      ],
      launcher: Self.launcher(limit))
    for name in ["value", "other"] {
      _ = try daemon.call("setAutoPolling", #"{"enabled":true,"interval":0.1,"resource":"\#(name)"}"#)
    }
    for number in 2...5 {
      try folder.save("[\(number)]", as: "value.json")
      try next(number, of: daemon)
    }
    daemon.closeInput()
    _ = try daemon.rest()
    let log = try daemon.errors.rest()
    #expect(
      log.split(separator: "\n").count { $0.contains("files are polled and not watched") } == 1, "\(log)")
    #expect(log.contains("fs.inotify.max_user_"), "\(log)")
  }

  @Test func `polling that is switched off watches no more`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try daemon(folder.path("value.json"))
    try next(1, of: daemon)
    #expect(try inotifyDescriptors(of: daemon) == 1)
    _ = try daemon.call("setAutoPolling", #"{"enabled":false,"resource":"value"}"#)
    #expect(try inotifyDescriptors(of: daemon) == 0)
  }

  private func inotifyDescriptors(of daemon: DaemonProcess) throws -> Int {
    let folder = "/proc/\(daemon.pid)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target == "anon_inode:inotify"
    }
  }

  @Test func `a hundred files of one daemon share a descriptor`() throws {
    let folder = try TemporaryFolder()
    var arguments: [String] = []
    for number in 0..<100 {
      try folder.write("[\(number)]", to: "value\(number)")
      arguments += ["--resource", "r\(number)=file:\(folder.path("value\(number)"))"]
    }
    let daemon = try DaemonProcess(arguments)
    for number in 0..<100 {
      _ = try daemon.call("setAutoPolling", #"{"enabled":true,"interval":3600,"resource":"r\#(number)"}"#)
    }
    #expect(try inotifyDescriptors(of: daemon) == 1)
  }

  @Test func `nothing wakes the daemon while nothing changes`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try daemon(folder.path("value.json"))
    try next(1, of: daemon)
    _ = try daemon.call("getState")
    let before = try daemon.wakeUps()
    // Another file of the same size in another directory: time in which it could wake.
    let other = try TemporaryFolder()
    for number in 1...2_000 { try other.save("[\(number)]", as: "value.json") }
    #expect(try daemon.wakeUps() == before)
  }

  @Test func `under a manual clock a file is polled and not watched`() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let daemon = try daemon(folder.path("value.json"), interval: 10, ["--clock", "manual", "--seed", "1"])
    try next(1, of: daemon)
    #expect(try inotifyDescriptors(of: daemon) == 0)
    try folder.write("[2]", to: "value.json")
    _ = try daemon.call("advanceClock", #"{"seconds":8}"#)
    let former = try daemon.call("getState", #"{"resource":"value"}"#)
    #expect(former.result?["value"] as? [Int] == [1])
    _ = try daemon.call("advanceClock", #"{"seconds":4}"#)
    let present = try daemon.call("getState", #"{"resource":"value"}"#)
    #expect(present.result?["value"] as? [Int] == [2])
  }
}
