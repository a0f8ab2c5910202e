import Foundation
import TestSupport
import Testing

@testable import Reactor

/// Changes of directory entries, of real directories unless a call has to fail.
@Suite(.timeLimit(.minutes(10))) struct DirectoryWatchTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  /// What is reported of the entry `value.json` of a folder.
  @LoopActor private final class Listener {
    let watches: DirectoryWatches
    var events: [DirectoryWatches.Event] = []
    var watch: DirectoryWatch?

    init(
      _ folder: String, named name: String = "value.json", of watches: DirectoryWatches = DirectoryWatches()
    ) throws(SystemError) {
      self.watches = watches
      watch = try watches.watch(name, in: folder, on: LoopActor.shared.loop) { [unowned self] in
        events.append($0)
      }
    }
  }

  enum Change: CaseIterable {
    case make, write, append, rename, remove, replace, touch, link
  }

  @LoopActor @Test(arguments: Change.allCases) func `a change is reported`(change: Change) async throws {
    let folder = try TemporaryFolder()
    try folder.write("[2]", to: "other")
    if change != .make, change != .link { try folder.write("[1]", to: "value.json") }
    let listener = try Listener(folder.path)
    switch change {
    case .make, .write: try folder.write("[2]", to: "value.json")
    case .append:
      let file = open(folder.path("value.json"), O_WRONLY | O_APPEND)
      Glibc.write(file, " ", 1)
      close(file)
    case .rename: try folder.rename("value.json", to: "gone")
    case .remove: try folder.remove("value.json")
    case .replace: try folder.rename("other", to: "value.json")
    case .touch: utimes(folder.path("value.json"), nil)
    case .link: symlink("other", folder.path("value.json"))
    }
    await loop.turns { !listener.events.isEmpty }
    #expect(Set(listener.events) == [.changed])
    listener.watch?.cancel()
  }

  @LoopActor @Test func `a file that is written and kept open has changed`() async throws {
    let folder = try TemporaryFolder()
    let file = open(folder.path("value.json"), O_WRONLY | O_CREAT, 0o600)
    let listener = try Listener(folder.path)
    Glibc.write(file, " ", 1)
    await loop.turns { !listener.events.isEmpty }
    #expect(listener.events == [.changed])
    close(file)
    listener.watch?.cancel()
  }

  @LoopActor @Test func `other entries are not reported`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(folder.path)
    for name in ["value.jso", "value.json2", "Value.json", ".value.json.swp"] {
      try folder.write("[1]", to: name)
    }
    try folder.write("[1]", to: "value.json")
    await loop.turns { !listener.events.isEmpty }
    // Made, written and closed.
    #expect(listener.events.count <= 4)
    listener.watch?.cancel()
  }

  // MARK: The end of a directory

  @LoopActor @Test(arguments: [true, false])
  func `a directory that goes is reported once`(isRemoved: Bool) async throws {
    let folder = try TemporaryFolder()
    mkdir(folder.path("inner"), 0o700)
    let listener = try Listener(folder.path("inner"))
    if isRemoved { try folder.remove("inner") } else { try folder.rename("inner", to: "elsewhere") }
    await loop.turns { !listener.events.isEmpty }
    #expect(listener.events == [.directoryGone])
    #expect(listener.watch?.isActive == false && !listener.watches.isOpen)
  }

  @LoopActor @Test func `what the kernel cannot keep ends the watches, once`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "a")
    try folder.write("[1]", to: "b")
    let listener = try Listener(folder.path)
    // Equal events in a row would be one.
    let limit =
      try Int(
        String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).filter(\.isNumber))
      ?? 0
    for _ in 0...limit / 2 {
      utimes(folder.path("a"), nil)
      utimes(folder.path("b"), nil)
    }
    await loop.turns { !listener.events.isEmpty }
    #expect(listener.events == [.overflow])
    #expect(listener.watch?.isActive == false && !listener.watches.isOpen)
  }

  // MARK: Sharing

  @LoopActor @Test func `watches of one directory share its number`()
    async throws
  {
    let folder = try TemporaryFolder()
    let first = try Listener(folder.path)
    let second = try Listener(folder.path, of: first.watches)
    let other = try Listener(folder.path, named: "other", of: first.watches)
    first.watch?.cancel()
    try folder.write("[1]", to: "value.json")
    await loop.turns { !second.events.isEmpty }
    #expect(first.events.isEmpty && other.events.isEmpty && first.watches.isOpen)
    second.watch?.cancel()
    other.watch?.cancel()
    #expect(!first.watches.isOpen)
  }

  @LoopActor @Test func `a watch that is cancelled from within its handler is not called again`() async throws
  {
    let folder = try TemporaryFolder()
    var calls = 0
    var watch: DirectoryWatch?
    let watches = DirectoryWatches()
    watch = try watches.watch("value.json", in: folder.path, on: loop) { _ in
      calls += 1
      watch?.cancel()
    }
    try folder.write("[1]", to: "value.json")
    await loop.turns { calls > 0 }
    await loop.nextTurn()
    #expect(calls == 1 && !watches.isOpen)
  }

  // MARK: Refusals

  @LoopActor @Test(arguments: ["missing", "file"])
  func `what is no directory is refused`(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let error = #expect(throws: SystemError.self) { _ = try Listener(folder.path(name)) }
    #expect(error?.errno == ENOENT || error?.errno == ENOTDIR)
  }

  @LoopActor @Test(arguments: [ENOSPC, EMFILE])
  func `a system without room is an error, and leaves no descriptor`(code: CInt) throws {
    var calls = InotifyCalls()
    calls.open = {
      errno = code
      return code == EMFILE ? -1 : inotify_init1(0)
    }
    calls.add = { _, _, _ in
      errno = ENOSPC
      return -1
    }
    let watches = DirectoryWatches(calls: calls)
    let error = #expect(throws: SystemError.self) { _ = try Listener("/tmp", of: watches) }
    #expect(error?.errno == code && !watches.isOpen)
  }
}
