import Foundation
import StatusCore
import TestSupport
import Testing

@testable import Providers
@testable import Reactor

/// A file that is read when it has changed; time is the test's, changes are real.
@Suite(.timeLimit(.minutes(10))) struct FileConnectionTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  /// An open connection to the file `value.json` of a folder.
  @LoopActor private final class Reader {
    let timers = TimerQueue(source: ManualTime())
    let source: FileSource
    private(set) var bodies: [String] = []
    private(set) var problems: [FailureKind] = []
    /// Why the file is only polled, in order.
    private let reported = Box<[String]>([])
    var reasons: [String] { reported.value }
    var connection: (any LiveConnection)?

    init(_ path: String, calls: InotifyCalls = InotifyCalls()) {
      source = FileSource(
        path: path, isWatched: true, watches: DirectoryWatches(calls: calls), timers: timers
      ) { [reported] in reported.value.append($0) }
      connection = source.open(SourceRequest()) { [unowned self] in received($0) }
    }

    private func received(_ event: LiveEvent) {
      guard case .delivered(let outcome) = event else { return }
      if let text = outcome.text { bodies.append(text) }
      if let problem = outcome.problem { problems.append(problem.kind) }
    }

    /// Whether a change was seen whose quiet is waited for.
    var isWaiting: Bool { timers.timeToNext != nil }
  }

  @LoopActor @Test func `a change is read once the file is quiet`() async throws {
    let folder = try TemporaryFolder()
    let reader = Reader(folder.path("value.json"))
    try folder.save("[1]", as: "value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(49))
    #expect(reader.bodies.isEmpty)
    reader.timers.advance(by: .milliseconds(1))
    #expect(reader.bodies == ["[1]"])
    reader.connection?.close()
  }

  @LoopActor @Test func `quiet counts from the last change, and many changes are one read`() async throws {
    let folder = try TemporaryFolder()
    let reader = Reader(folder.path("value.json"))
    for number in 1...10 {
      try folder.write("[\(number)]", to: "value.json")
      // A later deadline than that of the change before.
      await loop.turns { reader.timers.timeToNext == .milliseconds(50) }
      reader.timers.advance(by: .milliseconds(49))
    }
    #expect(reader.bodies.isEmpty)
    reader.timers.advance(by: .milliseconds(1))
    #expect(reader.bodies == ["[10]"])
    reader.connection?.close()
  }

  @LoopActor @Test func `a file that never becomes quiet is read half a second after its first change`()
    async throws
  {
    let folder = try TemporaryFolder()
    let inotify = ScriptedInotify()
    let reader = Reader(folder.path("value.json"), calls: inotify.calls)
    for number in 0..<100 {
      try folder.save("[\(number)]", as: "value.json")
      await inotify.report(changeOf: "value.json")
      reader.timers.advance(by: .milliseconds(20))
    }
    // What was written 20 ms before 0.5 s, 1 s, 1.5 s and 2 s.
    #expect(reader.bodies == ["[24]", "[49]", "[74]", "[99]"])
    reader.connection?.close()
  }

  @LoopActor @Test func `a file that has become empty is given time to be written`() async throws {
    let folder = try TemporaryFolder()
    let reader = Reader(folder.path("value.json"))
    try folder.write("", to: "value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(200))
    #expect(reader.problems.isEmpty && reader.isWaiting)
    try folder.write("[1]", to: "value.json")
    await loop.turns { reader.timers.timeToNext == .milliseconds(50) }
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.bodies == ["[1]"] && reader.problems.isEmpty)
    reader.connection?.close()
  }

  @LoopActor @Test func `a file that stays empty is read half a second after its first change`() async throws
  {
    let folder = try TemporaryFolder()
    let reader = Reader(folder.path("value.json"))
    try folder.write("", to: "value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(499))
    #expect(reader.problems.isEmpty)
    reader.timers.advance(by: .milliseconds(1))
    #expect(reader.problems == [.missingData] && !reader.isWaiting)
    reader.connection?.close()
  }

  @LoopActor @Test func `an overflow says why the file is only polled`() async throws {
    let folder = try TemporaryFolder()
    let inotify = ScriptedInotify()
    let reader = Reader(folder.path("value.json"), calls: inotify.calls)
    #expect(reader.reasons.isEmpty)
    await inotify.reportOverflow()
    #expect(reader.reasons == ["more has changed than inotify can keep (fs.inotify.max_queued_events)"])
    try folder.write("[1]", to: "value.json")
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.bodies == ["[1]"])
    reader.connection?.close()
  }

  @LoopActor @Test func `a file that is removed is reported, and its return`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "value.json")
    let reader = Reader(folder.path("value.json"))
    try folder.remove("value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.problems == [.fileNotFound])
    try folder.write("[2]", to: "value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.bodies == ["[2]"])
    reader.connection?.close()
  }

  @LoopActor @Test func `a directory that is replaced is watched in its place`() async throws {
    let folder = try TemporaryFolder()
    for name in ["inner", "other"] { mkdir(folder.path(name), 0o700) }
    try folder.write("[2]", to: "other/value.json")
    let reader = Reader(folder.path("inner/value.json"))
    try folder.rename("inner", to: "former")
    try folder.rename("other", to: "inner")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.bodies == ["[2]"])
    try folder.write("[3]", to: "inner/value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.bodies == ["[2]", "[3]"])
    reader.connection?.close()
  }

  @LoopActor @Test func `a directory that comes later is watched from the next poll on`() async throws {
    let folder = try TemporaryFolder()
    let reader = Reader(folder.path("inner/value.json"))
    mkdir(folder.path("inner"), 0o700)
    try folder.write("[1]", to: "inner/value.json")
    await poll(reader)
    try folder.write("[2]", to: "inner/value.json")
    await loop.turns { reader.isWaiting }
    reader.timers.advance(by: .milliseconds(50))
    #expect(reader.bodies == ["[2]"])
    reader.connection?.close()
  }

  @LoopActor private func poll(_ reader: Reader) async {
    await withCheckedContinuation { continuation in
      _ = reader.source.fetch(SourceRequest()) { _ in continuation.resume() }
    }
  }

  @LoopActor @Test func `a connection that is closed reads no more`() async throws {
    let folder = try TemporaryFolder()
    let reader = Reader(folder.path("value.json"))
    try folder.write("[1]", to: "value.json")
    await loop.turns { reader.isWaiting }
    reader.connection?.close()
    reader.timers.advance(by: .seconds(1))
    await poll(reader)
    try folder.write("[2]", to: "value.json")
    await loop.nextTurn()
    reader.timers.advance(by: .seconds(1))
    #expect(reader.bodies.isEmpty)
  }

  @LoopActor @Test(arguments: [ENOSPC, EMFILE])
  func `a system that refuses watches is reported, and the file is polled`(code: CInt) async throws {
    var calls = InotifyCalls()
    calls.add = { _, _, _ in
      errno = code
      return -1
    }
    let reader = Reader("/proc/nonexistent/value.json", calls: calls)
    #expect(reader.reasons.count == 1)
    #expect(reader.reasons.first?.contains("fs.inotify.max_user_") == true)
    reader.connection?.close()
  }

  @LoopActor @Test func `a file of a directory that changes unseen is not watched`() {
    var calls = InotifyCalls()
    calls.add = { _, _, _ in
      Issue.record("a directory of /proc is watched")
      return -1
    }
    Reader("/proc/self/status", calls: calls).connection?.close()
  }

  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b/c", "/a/b", "c"), ("./a", ".", "a"),
  ])
  func `a path has a directory and an entry`(path: String, directory: String, name: String) {
    let parts = FileConnection.parts(of: path)
    #expect(parts.directory == directory && parts.name == name)
  }

  // MARK: Versions

  @LoopActor @Test func `a version that is kept is not read again`() async throws {
    // A file that nobody changes while tests run.
    let source = FileSource(path: "/etc/passwd")
    let first = await fetched(source, Validators())
    let validators = try #require(try first.get().validators)
    guard case .success(let again) = await fetched(source, validators), case .notModified = again.content
    else {
      Issue.record("a file that is as it was is read again")
      return
    }
    let other = Validators(entityTag: "another version")
    #expect(await fetched(source, other).text == first.text)
  }

  @LoopActor @Test func `a version that may still change unseen has no validators`() async throws {
    let file = try TemporaryFile("[1]")
    // However late it is read.
    let later = Date(timeIntervalSinceNow: 3_600)
    try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: file.path)
    #expect(try await fetched(FileSource(path: file.path), Validators()).get().validators == nil)
  }

  @Test(arguments: [(0, 0, 2_000, false), (0, 0, 2_001, true), (1, 0, 2_001, false), (0, 1, 2_001, false)])
  func `a version is settled two seconds after its last change`(
    modified: Int64, changed: Int64, now: Int64, isSettled: Bool
  ) {
    let identity = FileIdentity(
      device: 1, inode: 1, size: 1, modified: modified * 1_000_000, changed: changed * 1_000_000)
    #expect(identity.isSettled(atMillisecondsSince1970: now) == isSettled)
  }

  @LoopActor private func fetched(
    _ source: FileSource, _ validators: Validators
  ) async -> Result<SourceResponse, Problem> {
    await withCheckedContinuation { continuation in
      _ = source.fetch(SourceRequest(validators: validators)) { continuation.resume(returning: $0) }
    }
  }
}
