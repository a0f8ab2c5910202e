/// The database of a store, which the store's thread uses.
final class StoreFile: OpenStore {
  let path: String
  let connection: SQLiteConnection
  /// Which file was at the path when it was opened.
  private let identity: FileIdentity?
  /// What makes digests of sources differ from file to file.
  private let salt: [UInt8]
  /// Whether the next transaction reaches the disk before it ends.
  private var isSynchronous = true

  /// Opens the database in a folder; both are made where they are missing.
  ///
  /// - Parameter busyTimeout: How long to wait for another process that writes, in milliseconds.
  init(in folder: StoreFolder, _ library: SQLiteLibrary, busyTimeout: CInt = 2_000) throws(StoreFault) {
    path = try folder.prepare()
    // Before SQLite opens it: one that is replaced meanwhile is noticed by the first transaction.
    identity = FileIdentity(of: path)
    connection = try SQLiteConnection(path, library, busyTimeout: busyTimeout)
    try StoreSchema.require(on: connection)
    if StoreFolder.isSmall(path) { try StoreSchema.keepLogShort(on: connection) }
    var salt: [UInt8] = []
    try connection.run("SELECT salt FROM store") { (row) throws(StoreFault) in salt = row.blob(0) }
    guard salt.count == StoreSchema.saltBytes else { throw .damaged }
    self.salt = salt
  }

  /// Whether the file is still the one at its path: it may have been removed or replaced.
  var isInPlace: Bool { identity != nil && FileIdentity(of: path) == identity }

  /// The digest of a source, as the file has it.
  func digest(of source: [UInt8]) -> [UInt8] { SHA256.digest(of: salt + source) }

  func transaction(isSynchronous: Bool, _ body: () throws(StoreFault) -> Void) throws(StoreFault) {
    if isSynchronous != self.isSynchronous {
      try connection.execute(isSynchronous ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
      self.isSynchronous = isSynchronous
    }
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StoreFault) {
      try body()
      try connection.execute("COMMIT")
    } catch {
      // After some errors SQLite has done so already, and this fails.
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  func shrink() throws(StoreFault) {
    try connection.execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Reads the whole file for structural damage.
  func check() throws(StoreFault) {
    var isSound = false
    try connection.run("PRAGMA quick_check(1)") { (row) throws(StoreFault) in
      isSound = row.text(0) == "ok"
    }
    guard isSound else { throw .damaged }
  }
}
