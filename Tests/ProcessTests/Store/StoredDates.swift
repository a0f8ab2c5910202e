@testable import Store

/// The dates of what a store has kept, which a test moves in place of waiting.
struct StoredDates {
  private let file: StoreFile

  init(in folder: String) throws {
    file = try StoreFile(in: StoreFolder(path: folder), SQLiteLibrary())
  }

  /// Has each value be fetched so much earlier.
  func set(back duration: Duration) throws {
    var rows: [(value: StoredValue, source: [UInt8], body: Int64)] = []
    try file.connection.run(
      "SELECT key, source, fetchedAt, bodyChecksum, content FROM value JOIN body USING (id)"
    ) { (row) throws(StoreFault) in
      let fetchedAt = row.integer(2) - duration.components.seconds * 1_000
      let value = StoredValue(key: StoreKey(row.blob(0)), source: [], body: row.blob(4), fetchedAt: fetchedAt)
      rows.append((value, row.blob(1), row.integer(3)))
    }
    for (value, source, body) in rows {
      try file.connection.run(
        "UPDATE value SET fetchedAt = ?, checksum = ? WHERE key = ?",
        [
          .integer(value.fetchedAt), .integer(value.checksum(source: source, body: body)),
          .blob(value.key.bytes),
        ])
    }
  }
}
