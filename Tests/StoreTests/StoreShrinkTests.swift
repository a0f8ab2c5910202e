import Foundation
import Glibc
import TestSupport
import Testing

@testable import Store

/// When the store's file gives back to the system what was dropped from it, and what follows if it cannot.
struct StoreShrinkTests {
  private let folder: TemporaryFolder
  private let key = StoreKey(Array("state".utf8))
  private static let size = 400_000

  init() throws {
    folder = try TemporaryFolder()
  }

  private var path: String { folder.path(StoreFolder.fileName) }

  private var bytes: Int {
    get throws { try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) }
  }

  /// Performs one batch after the other with one worker.
  private func perform(_ batches: StoreQueue.Batch...) {
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { _ in }
    for batch in batches { worker.perform(batch) }
    worker.close()
  }

  private var write: StoreQueue.Batch {
    var batch = StoreQueue.Batch()
    let body = [UInt8](repeating: 0x31, count: Self.size)
    batch.values[key] = (StoredValue(key: key, source: [], body: body, fetchedAt: 1), isNew: true)
    return batch
  }

  private func drop(shrinks: Bool) -> StoreQueue.Batch {
    var batch = StoreQueue.Batch()
    (batch.drops, batch.shrinks) = ([key], shrinks)
    return batch
  }

  @Test func `what was dropped is given back`() throws {
    perform(write)
    #expect(try bytes > Self.size)
    perform(drop(shrinks: true))
    #expect(try bytes < Self.size / 4)
  }

  /// As the oldest fetches of the history go: their room is for those that come next.
  @Test func `nothing is given back that was not asked for`() throws {
    perform(write, drop(shrinks: false))
    #expect(try bytes > Self.size)
  }

  // MARK: Where it cannot be given back

  /// What is reported when room that is free in the file is to be given back, and the journal is another file.
  private func reports(mustShrink: Bool, journal other: String, _ mode: CInt) throws -> [StoreReport] {
    perform(write, drop(shrinks: false))
    var reports: [StoreReport] = []
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { reports.append($0) }
    var count = StoreQueue.Batch()
    count.countsContents = true
    worker.perform(count)
    try OpenFile.replace(path + "-wal", by: other, mode)
    var shrink = StoreQueue.Batch()
    (shrink.shrinks, shrink.mustShrink) = (true, mustShrink)
    worker.perform(shrink)
    worker.close()
    return Array(reports.dropFirst())
  }

  @Test func `a full disk that needs the room has the store emptied`() throws {
    let found = try reports(mustShrink: true, journal: "/dev/full", O_WRONLY)
    let isEmptied = found.contains { if case .emptied = $0 { true } else { false } }
    #expect(isEmptied && !hasFailed(found), "\(found)")
    #expect(try bytes < Self.size / 4)
  }

  @Test func `a full disk that nobody needs room on loses nothing`() throws {
    #expect(try reports(mustShrink: false, journal: "/dev/full", O_WRONLY).isEmpty)
    #expect(try bytes > Self.size)
  }

  @Test func `a disk that fails in another way loses nothing`() throws {
    #expect(try reports(mustShrink: true, journal: "/dev/null", O_RDONLY).isEmpty)
    #expect(try bytes > Self.size)
  }

  private func hasFailed(_ reports: [StoreReport]) -> Bool {
    reports.contains { if case .failed = $0 { true } else { false } }
  }
}
