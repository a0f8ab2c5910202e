import Foundation
import TestSupport
import Testing

@testable import Store

struct StoreFileTests {
  private let folder: TemporaryFolder
  private let library: SQLiteLibrary
  private let key = StoreKey(Array("state".utf8))
  private let source = Array("https://a".utf8)

  init() throws {
    library = try SQLiteLibrary()
    folder = try TemporaryFolder()
  }

  private func open() throws -> StoreFile {
    try StoreFile(in: StoreFolder(path: folder.path), library)
  }

  private func value(_ body: String = "[1]", at date: Int64 = 1, tag: String? = "\"a\"") -> StoredValue {
    StoredValue(
      key: key, source: source, body: Array(body.utf8), entityTag: tag, lastModified: nil, fetchedAt: date)
  }

  private func read(_ file: StoreFile, source: [UInt8]? = nil) throws -> StoredValue? {
    guard case .value(let value) = try file.value(key, of: source ?? self.source) else { return nil }
    return value
  }

  private func write(_ value: StoredValue) throws {
    let file = try open()
    try file.transaction(isSynchronous: true) { () throws(StoreFault) in try file.write(value) }
  }

  @Test func `a value comes back as it was`() throws {
    try write(value())
    #expect(try read(open()) == value())
  }

  @Test func `the newest value takes the place of the one before`() throws {
    try write(value())
    try write(value("[22]", at: 2, tag: nil))
    #expect(try read(open()) == value("[22]", at: 2, tag: nil))
    #expect(try open().entries()[key]?.fetchedAt == 2)
  }

  @Test func `a value without bytes is a value`() throws {
    try write(value(""))
    #expect(try read(open()) == value(""))
  }

  @Test func `the value of another source is none`() throws {
    try write(value())
    #expect(try read(open(), source: Array("https://b".utf8)) == nil)
  }

  @Test func `a source is not readable in the file`() throws {
    try write(value())
    let bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + StoreFolder.fileName))
    #expect(bytes.range(of: Data(key.bytes)) != nil)
    #expect(bytes.range(of: Data(source)) == nil)
  }

  @Test func `two files have different digests of one source`() throws {
    let other = try TemporaryFolder()
    let second = try StoreFile(in: StoreFolder(path: other.path), library)
    #expect(try open().digest(of: source) != second.digest(of: source))
  }

  @Test func `a confirmation changes the dates alone, and needs the body`() throws {
    try write(value())
    let file = try open()
    #expect(try file.confirm(value("[1]", at: 5, tag: "\"b\"")))
    #expect(try read(file) == value("[1]", at: 5, tag: "\"b\""))
    #expect(try !file.confirm(value("[2]", at: 6)))
    try file.drop(key)
    #expect(try !file.confirm(value("[1]", at: 6)))
  }

  @Test func `a transaction that throws leaves nothing`() throws {
    let file = try open()
    #expect(throws: StoreFault.noRoom) {
      try file.transaction(isSynchronous: true) { () throws(StoreFault) in
        try file.write(value())
        throw .noRoom
      }
    }
    #expect(try read(file) == nil)
  }

  /// 2 is FULL, 1 is NORMAL (https://sqlite.org/pragma.html#pragma_synchronous).
  @Test func `a transaction with a new value reaches the disk, also after one without`() throws {
    let file = try open()
    var modes: [Int64] = []
    for isSynchronous in [true, false, true] {
      try file.transaction(isSynchronous: isSynchronous) { () throws(StoreFault) in
        try file.connection.run("PRAGMA synchronous") { (row) throws(StoreFault) in
          modes.append(row.integer(0))
        }
      }
    }
    #expect(modes == [2, 1, 2])
  }

  @Test func `a file in which another one writes is locked, until that has ended`() throws {
    try write(value())
    let other = try open()
    let file = try StoreFile(in: StoreFolder(path: folder.path), library, busyTimeout: 0)
    func confirm() throws(StoreFault) {
      try file.transaction(isSynchronous: true) { () throws(StoreFault) in
        _ = try file.confirm(value(at: 2))
      }
    }
    try other.transaction(isSynchronous: true) { () throws(StoreFault) in
      try other.write(value("[2]"))
      let fault = #expect(throws: StoreFault.self) { try confirm() }
      guard case .unwritable(.locked, _)? = fault else {
        Issue.record("\(String(describing: fault))")
        return
      }
    }
    try confirm()
    #expect(try read(file) == value("[2]"))
  }

  @Test(arguments: [
    "entityTag = 'x'", "fetchedAt = 9", "source = zeroblob(32)", "size = 4", "checksum = 1", "key = 'k'",
  ])
  func `a row that was changed is damaged or gone`(change: String) throws {
    try write(value())
    try sql("UPDATE value SET \(change)")
    guard case .value(let found) = try open().value(key, of: source) else { return }
    Issue.record("\(found)")
  }

  @Test func `a damaged value is put aside`() throws {
    try write(value())
    try sql("UPDATE body SET content = '[2]'")
    let file = try open()
    guard case .damaged = try file.value(key, of: source) else {
      Issue.record("it is not found to be damaged")
      return
    }
    try file.putAside(key)
    #expect(try read(file) == nil && file.entries().isEmpty)
    #expect(try sql("SELECT key, content FROM damaged") == "state|[2]\n")
  }

  @Test func `a file of a later version is left alone`() throws {
    try write(value())
    try sql("PRAGMA user_version = 2")
    #expect(throws: StoreFault.newer(format: 2)) { try open() }
  }

  /// One flipped bit, with which SQLite opens the file and its own check finds everything in order.
  @Test func `a file whose tables read differently is damaged`() throws {
    try write(value())
    try sql(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'key BLOB', 'key CLOB') WHERE name = 'value'
      """)
    #expect(throws: StoreFault.damaged) { try open() }
  }

  @Test func `a table of a later format is damage, one of SQLite's own is not`() throws {
    try write(value())
    try sql("ANALYZE")
    #expect(try read(open()) == value())
    try sql("CREATE TABLE more (a)")
    #expect(throws: StoreFault.damaged) { try open() }
  }

  @Test func `history comes newest first, since a date, as many as wanted`() throws {
    let file = try open()
    let fetches = (1...5).map { number in
      StoredFetch(
        key: key, endedAt: Int64(number), outcome: number == 3 ? "timeout" : "ok", status: 200,
        attempts: number,
        duration: 7, bytes: nil)
    }
    for fetch in fetches { try file.add(fetch) }
    try file.add(
      StoredFetch(
        key: StoreKey([1]), endedAt: 9, outcome: "ok", status: nil, attempts: 1, duration: 1, bytes: 3))
    #expect(try file.history(of: key, since: 3, limit: 100) == fetches[2...].reversed())
    #expect(try file.history(of: key, since: 0, limit: 2) == [fetches[4], fetches[3]])
    #expect(try file.historyCount() == 6)
    try file.dropHistory(4)
    #expect(try file.history(of: key, since: 0, limit: 100) == [fetches[4]])
  }

  /// Runs a statement of the test's own, as another program would.
  @discardableResult
  private func sql(_ statement: String) throws -> String {
    try Shell.output("sqlite3", [folder.path + "/" + StoreFolder.fileName, statement])
  }
}
