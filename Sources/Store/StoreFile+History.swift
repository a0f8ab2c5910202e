extension StoreFile {
  func add(_ fetch: StoredFetch) throws(StoreFault) {
    try connection.run(
      "INSERT INTO fetch (key, endedAt, outcome, status, attempts, duration, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        .blob(fetch.key.bytes), .integer(fetch.endedAt), .text(fetch.outcome), .optional(fetch.status),
        .integer(Int64(fetch.attempts)), .integer(fetch.duration), .optional(fetch.bytes),
      ])
  }

  func dropHistory(_ count: Int) throws(StoreFault) {
    try connection.run(
      "DELETE FROM fetch WHERE id IN (SELECT id FROM fetch ORDER BY id LIMIT ?)", [.integer(Int64(count))])
  }

  func history(of key: StoreKey, since: Int64, limit: Int) throws(StoreFault) -> [StoredFetch] {
    var fetches: [StoredFetch] = []
    try connection.run(
      """
      SELECT endedAt, outcome, status, attempts, duration, bytes FROM fetch
      WHERE key = ? AND endedAt >= ? ORDER BY id DESC LIMIT ?
      """, [.blob(key.bytes), .integer(since), .integer(Int64(limit))]
    ) { (row) throws(StoreFault) in
      fetches.append(
        StoredFetch(
          key: key, endedAt: row.integer(0), outcome: row.text(1), status: row.optionalInteger(2),
          attempts: Int(clamping: row.integer(3)), duration: row.integer(4), bytes: row.optionalInteger(5)))
    }
    return fetches
  }

  func historyCount() throws(StoreFault) -> Int {
    var count = 0
    try connection.run("SELECT count(*) FROM fetch") { (row) throws(StoreFault) in
      count = Int(clamping: row.integer(0))
    }
    return count
  }
}
