import Foundation
import TestSupport
import Testing

@testable import Reactor

/// Changes of the file that a path leads to, however they come about.
@Suite(.timeLimit(.minutes(10))) struct PathWatchTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  /// Counts what is reported of the file `config.toml` of a folder.
  @LoopActor private final class Listener {
    let folder: TemporaryFolder
    private(set) var changes = 0
    private(set) var faults: [String] = []
    private(set) var watch: PathWatch?

    init(_ folder: TemporaryFolder, _ watches: DirectoryWatches = DirectoryWatches()) {
      self.folder = folder
      watch = PathWatch(
        folder.path("config.toml"), watches: watches, timers: LoopActor.shared.loop.timers
      ) { [unowned self] in
        faults.append($0)
      } onChange: { [unowned self] in
        changes += 1
      }
    }

    /// Waits for the next report of a change that `body` makes.
    func expectChange(_ body: () throws -> Void) async rethrows {
      let before = changes
      try body()
      await LoopActor.shared.loop.turns { changes > before }
    }
  }

  private func link(_ target: String, as name: String, in folder: TemporaryFolder) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("new"), withDestinationPath: target)
    try folder.rename("new", to: name)
  }

  @LoopActor @Test func `a file is watched through writes, renames, removal and return`() async throws {
    let folder = try TemporaryFolder()
    let listener = Listener(folder)
    try await listener.expectChange { try folder.write("1", to: "config.toml") }
    try await listener.expectChange { try folder.save("2", as: "config.toml") }
    try await listener.expectChange { try folder.remove("config.toml") }
    try await listener.expectChange { try folder.save("3", as: "config.toml") }
    try await listener.expectChange { try folder.write("4", to: "config.toml") }
    listener.watch?.cancel()
  }

  @LoopActor @Test func `a link that is replaced as Kubernetes does it leads elsewhere`() async throws {
    let folder = try TemporaryFolder()
    for number in 1...3 {
      try FileManager.default.createDirectory(
        atPath: folder.path("..\(number)"), withIntermediateDirectories: false)
      try folder.write("\(number)", to: "..\(number)/config.toml")
    }
    try link("..1", as: "..data", in: folder)
    try link("..data/config.toml", as: "config.toml", in: folder)
    let listener = Listener(folder)
    try await listener.expectChange { try link("..2", as: "..data", in: folder) }
    // The file that it leads to now is watched, and so is the next replacement.
    try await listener.expectChange { try folder.write("22", to: "..2/config.toml") }
    try await listener.expectChange { try link("..3", as: "..data", in: folder) }
    listener.watch?.cancel()
  }

  @LoopActor @Test func `a directory that goes and comes back is watched`() async throws {
    let outer = try TemporaryFolder()
    let path = outer.path("inner")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var changes = 0
    let watch = PathWatch(
      "\(path)/config.toml", watches: DirectoryWatches(), timers: loop.timers
    ) { _ in
    } onChange: {
      changes += 1
    }
    func expectChange(_ body: () throws -> Void) async rethrows {
      let before = changes
      try body()
      await loop.turns { changes > before }
    }
    try await expectChange { try outer.write("1", to: "inner/config.toml") }
    try await expectChange { try outer.remove("inner") }
    try await expectChange {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    try await expectChange { try outer.write("2", to: "inner/config.toml") }
    watch.cancel()
  }

  @LoopActor @Test func `changes with quiet between them are reported twice a second`() async throws {
    let folder = try TemporaryFolder()
    let timers = TimerQueue(source: ManualTime())
    var reports: [Duration] = []
    let start = timers.now
    let watch = PathWatch(folder.path("config.toml"), watches: DirectoryWatches(), timers: timers) { _ in
    } onChange: {
      reports.append(timers.now - start)
    }
    for number in 1...100 {
      try folder.write("\(number)", to: "config.toml")
      await loop.turns { timers.timeToNext != nil }
      timers.advance(by: .milliseconds(60))
    }
    // The first at once, and then as many as the pause allows in 6 s.
    #expect(reports.first == .milliseconds(50) && 10...12 ~= reports.count, "\(reports)")
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $1 - $0 >= PathWatch.pause })
    watch.cancel()
  }

  @LoopActor @Test func `a file whose changes the system does not report is not watched in silence`() {
    var calls = InotifyCalls()
    calls.add = { _, _, _ in
      Issue.record("a directory of /proc is watched")
      return -1
    }
    var faults: [String] = []
    let watch = PathWatch(
      "/proc/self/status", watches: DirectoryWatches(calls: calls), timers: loop.timers
    ) {
      faults.append($0)
    } onChange: {
    }
    #expect(faults.count == 1 && faults.first?.contains("other machines") == true)
    watch.cancel()
  }

  @LoopActor @Test func `what cannot be watched is reported once`() async throws {
    let folder = try TemporaryFolder()
    var calls = InotifyCalls()
    calls.add = { _, _, _ in
      errno = ENOSPC
      return -1
    }
    let listener = Listener(folder, DirectoryWatches(calls: calls))
    #expect(listener.faults.count == 1)
    #expect(listener.faults.first?.contains("inotify_add_watch") == true)
    listener.watch?.cancel()
  }

  @LoopActor @Test func `without a watch nothing is open`() throws {
    let folder = try TemporaryFolder()
    let watches = DirectoryWatches()
    let listener = Listener(folder, watches)
    #expect(watches.isOpen)
    listener.watch?.cancel()
    #expect(!watches.isOpen)
  }
}
