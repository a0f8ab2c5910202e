import Foundation
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Files as sources.
@Suite(.timeLimit(.minutes(10))) struct FileSourceTests {
  init() {
    EventLoopThread.start()
  }

  @Test func `a file brings its bytes`() async throws {
    let file = try TemporaryFile("[1]")
    #expect(await fetched { FileSource(path: file.path) }.text == "[1]")
  }

  @Test func `a file is read anew each time`() async throws {
    let file = try TemporaryFile("[1]")
    _ = await fetched { FileSource(path: file.path) }
    try Data("[2]".utf8).write(to: URL(filePath: file.path))
    #expect(await fetched { FileSource(path: file.path) }.text == "[2]")
  }

  @Test func `a relative path begins at the working directory`() async {
    #expect(
      await fetched { FileSource(path: "Package.swift") }.text?.hasPrefix("// swift-tools-version") == true)
  }

  @Test func `a file without a size is read to its end`() async {
    #expect(await fetched { FileSource(path: "/proc/self/status") }.text?.hasPrefix("Name:") == true)
  }

  @Test(arguments: ["/proc/nonexistent/file", "/etc/passwd/file"])
  func `a path that leads nowhere is fileNotFound`(path: String) async {
    #expect(await fetched { FileSource(path: path) }.problem?.kind == .fileNotFound)
  }

  @Test(arguments: ["/tmp", "/dev/null"])
  func `what is no regular file is not read`(path: String) async {
    let problem = await fetched { FileSource(path: path) }.problem
    #expect(problem?.kind == .fileUnreadable)
    #expect(problem?.detail.reason == "notRegular")
  }

  @Test func `a pipe without a writer does not keep the loop waiting`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())").path
    try #require(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    #expect(await fetched { FileSource(path: path) }.problem?.detail.reason == "notRegular")
  }

  @Test func `a path that leads in a circle is unreadable`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "statusd-\(UUID())").path
    try #require(symlink(path, path) == 0)
    defer { unlink(path) }
    let problem = await fetched { FileSource(path: path) }.problem
    #expect(problem?.kind == .fileUnreadable)
    #expect(problem?.detail.errno == Int(ELOOP))
  }

  @Test func `a file that opens and cannot be read is unreadable, in the words of the system`() async {
    // Nothing is mapped at its beginning.
    let problem = await fetched { FileSource(path: "/proc/self/mem") }.problem
    #expect(problem?.kind == .fileUnreadable && problem?.detail.errno == Int(EIO))
    #expect(problem?.explanation?.english == "The system says: Input/output error.")
  }

  @Test func `a file that the user may not read is unreadable`() async throws {
    let closed = try ClosedFolder()
    await #expect(processExitsWith: .success) { [path = closed.path as String] in
      dropPrivileges()
      for file in ["\(path)/file", "\(path)/folder/file"] {
        let problem = await fetched { FileSource(path: file) }.problem
        #expect(problem?.kind == .fileUnreadable && problem?.detail.errno == Int(EACCES), "\(file)")
        #expect(problem?.explanation == nil)
      }
    }
  }

  @Test func `an empty file is missing data`() async throws {
    let file = try TemporaryFile("")
    #expect(await fetched { FileSource(path: file.path) }.problem?.kind == .missingData)
  }

  @Test(arguments: [(3, FailureKind?.none), (2, .bodyTooLarge)])
  func `a file is read up to the limit`(limit: Int, kind: FailureKind?) async throws {
    let file = try TemporaryFile("[1]")
    #expect(await fetched { FileSource(path: file.path, bodyBytes: limit) }.problem?.kind == kind)
  }

  @LoopActor
  @Test func `the completion is never called from within fetch`() async {
    let source = FileSource(path: "Package.swift")
    var hasReturned = false
    let isLater = await withCheckedContinuation { continuation in
      _ = source.fetch(SourceRequest()) { _ in continuation.resume(returning: hasReturned) }
      hasReturned = true
    }
    #expect(isLater)
  }

  @LoopActor
  @Test func `a cancelled attempt is not told`() async {
    let source = FileSource(path: "Package.swift")
    var told: [String] = []
    // Before the wait, at which the loop may take a turn.
    source.fetch(SourceRequest()) { _ in told.append("first") }.cancel()
    await withCheckedContinuation { continuation in
      _ = source.fetch(SourceRequest()) { _ in
        told.append("second")
        continuation.resume()
      }
    }
    #expect(told == ["second"])
  }

  @Test func `a failure names the file`() async {
    let problem = await fetched { FileSource(path: "/proc/nonexistent") }.problem
    #expect(problem?.detail.url == "file:/proc/nonexistent")
  }
}
