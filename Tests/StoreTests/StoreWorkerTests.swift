import Foundation
import Glibc
import TestSupport
import Testing

@testable import Store

/// What the store's thread does with batches, on this thread.
struct StoreWorkerTests {
  private let folder: TemporaryFolder
  private let key = StoreKey(Array("state".utf8))
  private let source = Array("https://a".utf8)

  init() throws {
    folder = try TemporaryFolder()
  }

  private var value: StoredValue {
    StoredValue(
      key: key, source: source, body: Array(#"{"temp":21}"#.utf8), entityTag: "\"a\"", lastModified: "b",
      fetchedAt: 1)
  }

  /// Performs one batch after the other with one worker.
  private func reports(_ batches: StoreQueue.Batch...) -> [StoreReport] {
    var reports: [StoreReport] = []
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { reports.append($0) }
    for batch in batches { worker.perform(batch) }
    worker.close()
    return reports
  }

  private var write: StoreQueue.Batch {
    var batch = StoreQueue.Batch()
    batch.values[key] = (value, isNew: true)
    return batch
  }

  private var read: StoreQueue.Batch {
    var batch = StoreQueue.Batch()
    batch.reads = [.value(key, source: source)]
    batch.countsContents = true
    return batch
  }

  private var file: URL { URL(filePath: folder.path(StoreFolder.fileName)) }

  @Test func `what was written is read by the next one`() {
    guard case .wrote([key]) = reports(write).first else {
      Issue.record("it is not written")
      return
    }
    guard restored(reports(read)) == value else {
      Issue.record("it is not read")
      return
    }
  }

  @Test func `a confirmation of a value that is gone writes it`() throws {
    var confirm = write
    confirm.values[key] = (value, isNew: false)
    _ = reports(confirm)
    #expect(restored(reports(read)) == value)
  }

  @Test func `what could not be counted at first is counted once the file opens`() throws {
    _ = reports(write)
    let (path, away) = (file.path, folder.path("away"))
    try FileManager.default.moveItem(atPath: path, toPath: away)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var counted: [Int] = []
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { report in
      if case .contents(let values, _) = report { counted.append(values.count) }
    }
    worker.perform(read)
    #expect(counted.isEmpty)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: away, toPath: path)
    worker.perform(write)
    worker.perform(write)
    #expect(counted == [1])
    worker.close()
  }

  /// What the file holds, as another program reads it.
  private var bodies: String {
    get throws { try Shell.output("sqlite3", [file.path, "SELECT content FROM body"]) }
  }

  @Test(arguments: [
    "rm -r FOLDER", "mv FOLDER FOLDER.away", "rm FOLDER/statusd.sqlite*", "mv FILE FILE.away",
  ])
  func `a file that was removed is not written to`(command: String) throws {
    let inner = folder.path("s")
    var reports: [StoreReport] = []
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: inner))) { reports.append($0) }
    worker.perform(write)
    let file = "\(inner)/\(StoreFolder.fileName)"
    let removal = command.replacing("FOLDER", with: inner).replacing("FILE", with: file)
    _ = try Shell.output("/bin/sh", ["-c", removal])
    worker.perform(write)
    #expect(try Shell.output("sqlite3", [file, "SELECT content FROM body"]) == #"{"temp":21}"# + "\n")
    let isReported = reports.contains { if case .fileReplaced = $0 { true } else { false } }
    #expect(isReported, "\(reports)")
    // The contents of the new file are counted, so that the quota is right.
    #expect(counts(reports) == [0])
    worker.close()
  }

  /// How many values were counted, each time that they were.
  private func counts(_ reports: [StoreReport]) -> [Int] {
    reports.compactMap { if case .contents(let values, _) = $0 { values.count } else { nil } }
  }

  private var drop: StoreQueue.Batch {
    var batch = StoreQueue.Batch()
    batch.drops = [key]
    return batch
  }

  @Test func `what a batch drops is not counted`() {
    _ = reports(write)
    var batch = drop
    batch.countsContents = true
    #expect(counts(reports(batch)) == [0])
  }

  @Test func `what a batch drops from a file that was replaced is not counted`() throws {
    var found: [StoreReport] = []
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { found.append($0) }
    worker.perform(write)
    try StoreFolder.putAside(file.path)
    _ = reports(write)
    worker.perform(drop)
    #expect(counts(found) == [0])
    worker.close()
  }

  /// As when another daemon has put a damaged file aside.
  @Test func `a file in whose place there is another one is not written to`() throws {
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { _ in }
    worker.perform(write)
    try StoreFolder.putAside(file.path)
    _ = reports(write)
    var other = write
    other.values = [
      StoreKey([1]): (StoredValue(key: StoreKey([1]), source: [], body: [0x39], fetchedAt: 2), true)
    ]
    worker.perform(other)
    #expect(try bodies == #"{"temp":21}"# + "\n9\n")
    worker.close()
  }

  @Test func `a write that meets damage is made in the new file`() throws {
    _ = reports(write)
    try Data(repeating: 0x5A, count: 20_000).write(to: file)
    let found = reports(write)
    #expect(found.contains { if case .fileDamaged = $0 { true } else { false } }, "\(found)")
    #expect(try bodies == #"{"temp":21}"# + "\n")
  }

  /// As on a network mount whose server has started anew: what was open is of no use, and the file is the same.
  @Test func `after a write that failed the file is opened anew`() throws {
    var faults: [StoreFault] = []
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path))) { report in
      if case .failed(_, fetches: _, let fault) = report { faults.append(fault) }
    }
    worker.perform(write)
    try OpenFile.replace(file.path + "-wal", by: file.path + "-wal", O_RDONLY)
    var newer = write
    newer.values[key]?.value = StoredValue(key: key, source: source, body: [0x39], fetchedAt: 2)
    worker.perform(newer)
    #expect(faults.count == 1)
    worker.perform(newer)
    #expect(try bodies == "9\n" && faults.count == 1, "\(faults)")
    worker.close()
  }

  @Test func `a user may have SQLite gather its statistics`() throws {
    _ = reports(write)
    _ = try Shell.output("sqlite3", [file.path, "ANALYZE"])
    #expect(restored(reports(read)) == value)
  }

  @Test func `dropping for a full disk leaves the file where its room can be given back`() throws {
    var drop = StoreQueue.Batch()
    (drop.drops, drop.shrinks, drop.mustShrink) = ([StoreKey([1])], true, true)
    let found = reports(write, drop)
    #expect(!found.contains { if case .emptied = $0 { true } else { false } }, "\(found)")
    #expect(restored(reports(read)) == value)
  }

  private func restored(_ reports: [StoreReport]) -> StoredValue? {
    for case .restored(let value) in reports { return value }
    return nil
  }

  /// `STATUSD_STORE_FLIPS=1` flips a bit in every byte, which takes a minute; a stride is enough every day.
  private var places: StrideTo<Int> {
    let stride = ProcessInfo.processInfo.environment["STATUSD_STORE_FLIPS"].flatMap(Int.init) ?? 61
    return Swift.stride(from: 0, to: 1 << 20, by: stride)
  }

  @Test func `a flipped bit never gives another value, and the store goes on`() throws {
    _ = reports(write)
    let sound = try Data(contentsOf: file)
    for place in places where place < sound.count {
      var damaged = sound
      damaged[place] ^= 1 << UInt8(place % 8)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) { try folder.remove(name) }
      try damaged.write(to: file)
      let found = reports(read, write, read)
      let values = found.compactMap { report -> StoredValue? in
        if case .restored(let value) = report { value } else { nil }
      }
      #expect(values.allSatisfy { $0 == value }, "at \(place): \(values)")
      // Only a file that says of itself that it is a later version's is left alone.
      if found.contains(where: { if case .newer = $0 { true } else { false } }) { continue }
      #expect(values.last == value, "at \(place): \(found)")
    }
  }

  @Test(arguments: [0, 1, 100, 4_096, 10_000])
  func `a file that was cut is put aside`(length: Int) throws {
    _ = reports(write)
    let sound = try Data(contentsOf: file)
    try sound.prefix(length).write(to: file)
    let found = reports(read, write, read)
    #expect(restored(found) == value)
    let isAside = FileManager.default.fileExists(atPath: folder.path(StoreFolder.damagedName))
    // To SQLite a file without a header is empty, and so a new one.
    #expect(isAside == (length >= 100), "\(found)")
  }

  @Test func `a folder that was removed is made anew`() throws {
    let worker = StoreWorker(SQLiteMedium(in: StoreFolder(path: folder.path("a")))) { _ in }
    worker.perform(write)
    worker.close()
    try folder.remove("a")
    #expect(reports(write, read).count == 3)
  }
}
