/// The tables of a store, and the number of their format.
enum StoreSchema {
  /// `PRAGMA user_version` of the files that this version reads and writes.
  static let format = 1
  static let saltBytes = 16

  /// Makes the tables in a new file, and refuses a file of a later format.
  static func require(on connection: SQLiteConnection) throws(StoreFault) {
    try connection.execute("PRAGMA cache_size = -256; PRAGMA temp_store = MEMORY")
    switch try version(on: connection) {
    case format: try requireTables(on: connection)
    case 0: try make(on: connection)
    case let version: throw version > format ? .newer(format: version) : .damaged
    }
    // In a write-ahead log a process that is killed leaves whole transactions alone, readers do not wait for
    // writers, and a transaction is one write (https://sqlite.org/wal.html).
    try connection.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 256; PRAGMA journal_size_limit = 1048576
      """)
  }

  /// On a small disk the log would take all the room before it is moved into the database.
  static func keepLogShort(on connection: SQLiteConnection) throws(StoreFault) {
    try connection.execute("PRAGMA wal_autocheckpoint = 16; PRAGMA journal_size_limit = 65536")
  }

  private static func version(on connection: SQLiteConnection) throws(StoreFault) -> Int {
    var version = 0
    try connection.run("PRAGMA user_version") { (row) throws(StoreFault) in
      version = Int(clamping: row.integer(0))
    }
    return version
  }

  /// A body has a table of its own, so that a confirmed value is not written again.
  private static func make(on connection: SQLiteConnection) throws(StoreFault) {
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
    try connection.execute("BEGIN EXCLUSIVE")
    do throws(StoreFault) {
      // Another process may have made them meanwhile.
      if try version(on: connection) == 0 { try makeTables(on: connection) }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// What SQLite keeps of each statement that makes a table or an index, in this order.
  private static let tables: [StaticString] = [
    "CREATE TABLE store (salt BLOB NOT NULL)",
    """
    CREATE TABLE value (
      id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, source BLOB NOT NULL, entityTag TEXT, lastModified TEXT,
      fetchedAt INTEGER NOT NULL, size INTEGER NOT NULL, bodyChecksum INTEGER NOT NULL, checksum INTEGER NOT NULL)
    """,
    "CREATE TABLE body (id INTEGER PRIMARY KEY, content BLOB NOT NULL)",
    """
    CREATE TABLE fetch (
      id INTEGER PRIMARY KEY, key BLOB NOT NULL, endedAt INTEGER NOT NULL, outcome TEXT NOT NULL, status INTEGER,
      attempts INTEGER NOT NULL, duration INTEGER NOT NULL, bytes INTEGER)
    """,
    "CREATE TABLE damaged (key BLOB NOT NULL, content BLOB NOT NULL)",
    "CREATE INDEX fetchByKey ON fetch (key, id)",
  ]

  private static func makeTables(on connection: SQLiteConnection) throws(StoreFault) {
    for table in tables { try connection.execute(table) }
    try connection.execute("INSERT INTO store VALUES (randomblob(16)); PRAGMA user_version = 1")
  }

  /// A flipped bit in the text of a table can leave one that takes rows and finds none again, which SQLite's own
  /// check passes.
  private static func requireTables(on connection: SQLiteConnection) throws(StoreFault) {
    var found: [String] = []
    // SQLite's own tables begin with `sqlite_`: ANALYZE makes some.
    try connection.run(
      """
      SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid
      """
    ) { (row) throws(StoreFault) in found.append(row.text(0)) }
    guard found == tables.map(\.description) else { throw .damaged }
  }
}
