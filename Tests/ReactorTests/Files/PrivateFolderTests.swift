import Foundation
import Glibc
import Reactor
import TestSupport
import Testing

/// What is this user's alone, and one process's at a time.
struct PrivateFolderTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a folder is made for its user alone, and found again`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("statusd")
    #expect(PrivateFolder.look(at: path) == nil)
    #expect(PrivateFolder.make(path) == .usable)
    #expect(try mode(path) == 0o700)
    #expect(PrivateFolder.make(path) == .usable && PrivateFolder.look(at: path) == .usable)
    #expect(PrivateFolder.make(folder.path("missing/statusd")) == .absent)
  }

  @Test func `a folder that others may enter, a link and a file are not used`() throws {
    let folder = try TemporaryFolder()
    for (name, mode) in [("read", 0o740), ("enter", 0o701)] {
      #expect(mkdir(folder.path(name), 0o700) == 0 && chmod(folder.path(name), mode_t(mode)) == 0)
      #expect(
        PrivateFolder.make(folder.path(name)) == .foreign("is open to other users; chmod 700 closes it"))
    }
    #expect(mkdir(folder.path("own"), 0o700) == 0 && symlink("own", folder.path("link")) == 0)
    #expect(PrivateFolder.make(folder.path("link")) == .foreign("is a symbolic link"))
    try folder.write("", to: "file")
    #expect(PrivateFolder.make(folder.path("file")) == .foreign("is no folder"))
    #expect(PrivateFolder.make(folder.path("own"), of: geteuid() + 1) == .foreign("belongs to another user"))
  }

  @Test func `one process at a time has a lock, and its last copy frees it`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.lock")
    let lock = try #require(try FileLock.take(path))
    #expect(try FileLock.take(path) == nil)
    let copy = dup(lock)
    OwnDescriptor.close(lock)
    #expect(try FileLock.take(path) == nil)
    OwnDescriptor.close(copy)
    let next = try #require(try FileLock.take(path))
    OwnDescriptor.close(next)
    #expect(try mode(path) == 0o600)
    #expect(symlink("a.lock", folder.path("link")) == 0)
    #expect(throws: SystemError(folder.path("link"), errno: ELOOP)) { try FileLock.take(folder.path("link")) }
  }

  @Test func `a log is begun anew, and never through a link`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a.log")
    OwnDescriptor.close(try EmptiedFile.open(folder.path("a.log")))
    #expect(try Data(contentsOf: URL(filePath: folder.path("a.log"))).isEmpty)
    try folder.write("precious", to: "target")
    #expect(symlink("target", folder.path("link")) == 0)
    #expect(throws: SystemError.self) { try EmptiedFile.open(folder.path("link")) }
    #expect(mkdir(folder.path("folder"), 0o700) == 0)
    #expect(throws: SystemError.self) { try EmptiedFile.open(folder.path("folder")) }
    #expect(try String(contentsOfFile: folder.path("target"), encoding: .utf8) == "precious")
  }

  @Test func `the log of a daemon is begun anew when it is long, and no other file is`() throws {
    let folder = try TemporaryFolder()
    for (name, isLog) in [("a.log", true), ("b.log", false)] {
      let descriptor = try EmptiedFile.open(folder.path(name))
      defer { OwnDescriptor.close(descriptor) }
      let writer = LineWriter(descriptor: descriptor)
      writer.beginAnew(ifFile: folder.path("a.log"), has: 100)
      for number in 1...30 {
        writer.write("line \(number)")
        #expect(writer.flush(within: .seconds(60)))
      }
      let text = try String(contentsOfFile: folder.path(name), encoding: .utf8)
      #expect(
        text.hasSuffix("line 30\n") && text.hasPrefix("line 1\n") == !isLog
          && (text.utf8.count <= 110) == isLog)
    }
  }

  @Test func `a program that outlives its starter has a session, a log and a lock, and nothing else`() throws
  {
    let folder = try TemporaryFolder()
    let log = try EmptiedFile.open(folder.path("a.log"))
    let lock = try #require(try FileLock.take(folder.path("a.lock")))
    let script = "ls /proc/self/fd | tr '\\n' ' ' >&2; env >&2; pwd >&2; exit 7"
    let process = try LastingProcess.start(
      "/bin/sh", ["statusd", "-c", script], environment: ["A=b c"], log: log, lock: lock)
    for descriptor in [log, lock] { OwnDescriptor.close(descriptor) }
    #expect(process.ending(within: .seconds(300)) == .exited(7))
    process.leave()
    let said = try String(contentsOfFile: folder.path("a.log"), encoding: .utf8)
    // 4 is the folder that ls reads.
    #expect(said.hasPrefix("0 1 2 3 4 ") && said.contains("A=b c\n"))
    #expect(said.hasSuffix(WorkingDirectory.path + "\n") && !said.contains("HOME="))
    // It had the lock, and is gone.
    OwnDescriptor.close(try #require(try FileLock.take(folder.path("a.lock"))))
  }
}
